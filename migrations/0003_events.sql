CREATE TABLE `webhooks` (
	`id` text PRIMARY KEY NOT NULL,
	`owner_type` text NOT NULL,
	`owner_id` text NOT NULL,
	`department` text NOT NULL,
	`title` text NOT NULL,
	`url` text NOT NULL,
	`base_url` text NOT NULL,
	`events` text NOT NULL,
	`secret` text NOT NULL,
	`cursor` integer NOT NULL,
	`failures` integer NOT NULL,
	`next_at` integer NOT NULL,
	`last_error` text,
	`disabled_at` text,
	`lease_until` integer NOT NULL
);
--> statement-breakpoint
CREATE INDEX `webhooks_owner` ON `webhooks` (`owner_type`,`owner_id`,`department`);--> statement-breakpoint
ALTER TABLE `journal` ADD `log_only` integer DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE `journal` ADD `owner_type` text DEFAULT 'organization' NOT NULL;--> statement-breakpoint
ALTER TABLE `journal` ADD `owner_id` text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE `journal` ADD `owner_department` text DEFAULT '' NOT NULL;--> statement-breakpoint
CREATE INDEX `journal_owner` ON `journal` (`owner_type`,`owner_id`,`id`);--> statement-breakpoint
CREATE INDEX `journal_date` ON `journal` (`date`);--> statement-breakpoint
UPDATE `journal` SET (`owner_type`, `owner_id`, `owner_department`) = (
	SELECT d.`owner_type`, d.`owner_id`, coalesce(d.`owner_department`, '') FROM `datasets` d WHERE d.`id` = `journal`.`dataset_id`
) WHERE `dataset_id` IN (SELECT `id` FROM `datasets`);
