CREATE TABLE `department` (
	`organizationId` text NOT NULL,
	`id` text NOT NULL,
	`name` text NOT NULL,
	PRIMARY KEY(`organizationId`, `id`),
	FOREIGN KEY (`organizationId`) REFERENCES `organization`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE TABLE `passkey` (
	`id` text PRIMARY KEY NOT NULL,
	`name` text,
	`publicKey` text NOT NULL,
	`userId` text NOT NULL,
	`credentialID` text NOT NULL,
	`counter` integer NOT NULL,
	`deviceType` text NOT NULL,
	`backedUp` integer NOT NULL,
	`transports` text,
	`createdAt` text,
	`aaguid` text,
	FOREIGN KEY (`userId`) REFERENCES `user`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `passkey_userId_idx` ON `passkey` (`userId`);--> statement-breakpoint
CREATE INDEX `passkey_credentialID_idx` ON `passkey` (`credentialID`);--> statement-breakpoint
CREATE TABLE `attempts` (
	`subject` text PRIMARY KEY NOT NULL,
	`failures` integer NOT NULL,
	`until` integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE `quotas` (
	`owner_type` text NOT NULL,
	`owner_id` text NOT NULL,
	`owner_name` text,
	`store_bytes` integer NOT NULL,
	`indexed_bytes` integer NOT NULL,
	`datasets` integer NOT NULL,
	`hide_brand` integer,
	`last_update` text NOT NULL,
	PRIMARY KEY(`owner_type`, `owner_id`)
);
--> statement-breakpoint
CREATE TABLE `settings` (
	`owner_type` text NOT NULL,
	`owner_id` text NOT NULL,
	`department` text NOT NULL,
	`body` text NOT NULL,
	`updated_at` text NOT NULL,
	`version` integer NOT NULL,
	PRIMARY KEY(`owner_type`, `owner_id`, `department`)
);
--> statement-breakpoint
DROP INDEX `member_organizationId_idx`;--> statement-breakpoint
ALTER TABLE `member` ADD `department` text DEFAULT '' NOT NULL;--> statement-breakpoint
CREATE UNIQUE INDEX `member_once` ON `member` (`organizationId`,`userId`,`department`);--> statement-breakpoint
DROP INDEX `organization_slug_unique`;--> statement-breakpoint
ALTER TABLE `organization` DROP COLUMN `slug`;--> statement-breakpoint
ALTER TABLE `organization` DROP COLUMN `logo`;--> statement-breakpoint
ALTER TABLE `organization` DROP COLUMN `metadata`;--> statement-breakpoint
ALTER TABLE `api_keys` ADD `owner_department_name` text;--> statement-breakpoint
ALTER TABLE `api_keys` ADD `admin_mode` integer DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE `api_keys` ADD `as_account` integer DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE `datasets` ADD `read_key` text;--> statement-breakpoint
ALTER TABLE `datasets` ADD `store_bytes` integer GENERATED ALWAYS AS (coalesce("published"->>'$.originalFile.size', 0)
  + (case when "published"->>'$.file.object' <> "published"->>'$.originalFile.object' then coalesce("published"->>'$.file.size', 0) else 0 end)
  + (case when coalesce("draft"->>'$.originalFile.object', '') <> coalesce("published"->>'$.originalFile.object', '') then coalesce("draft"->>'$.originalFile.size', 0) else 0 end)
  + coalesce("published"->>'$.storage.size', 0)) VIRTUAL;--> statement-breakpoint
ALTER TABLE `datasets` ADD `indexed_bytes` integer GENERATED ALWAYS AS (coalesce("published"->>'$.file.size', "published"->>'$.originalFile.size', 0)
  + coalesce("published"->>'$.storage.indexed', 0)) VIRTUAL;--> statement-breakpoint
CREATE INDEX `datasets_usage` ON `datasets` (`owner_type`,`owner_id`,`store_bytes`,`indexed_bytes`);--> statement-breakpoint
ALTER TABLE `invitation` ADD `department` text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE `session` DROP COLUMN `activeOrganizationId`;