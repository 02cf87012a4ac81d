CREATE TABLE `application_keys` (
	`application_id` text NOT NULL,
	`id` text NOT NULL,
	`title` text,
	`position` integer NOT NULL,
	PRIMARY KEY(`application_id`, `id`),
	FOREIGN KEY (`application_id`) REFERENCES `applications`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `application_keys_id` ON `application_keys` (`id`);--> statement-breakpoint
CREATE TABLE `application_references` (
	`application_id` text NOT NULL,
	`kind` text NOT NULL,
	`target` text NOT NULL,
	`position` integer NOT NULL,
	`key_permissions` text,
	PRIMARY KEY(`application_id`, `kind`, `target`),
	FOREIGN KEY (`application_id`) REFERENCES `applications`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `application_references_target` ON `application_references` (`kind`,`target`);--> statement-breakpoint
CREATE TABLE `applications` (
	`id` text PRIMARY KEY NOT NULL,
	`slug` text NOT NULL,
	`owner_type` text NOT NULL,
	`owner_id` text NOT NULL,
	`owner_name` text NOT NULL,
	`owner_department` text,
	`owner_department_name` text,
	`url` text NOT NULL,
	`url_draft` text,
	`metadata` text NOT NULL,
	`permissions` text NOT NULL,
	`visibility` text NOT NULL,
	`sort_title` text NOT NULL,
	`search_text` text NOT NULL,
	`status` text NOT NULL,
	`configuration` text,
	`configuration_draft` text,
	`error_message` text,
	`error_message_draft` text,
	`created_at` text NOT NULL,
	`created_by` text NOT NULL,
	`updated_at` text NOT NULL,
	`updated_by` text NOT NULL,
	`last_configured` text,
	`version` integer NOT NULL,
	`metadata_bytes` integer DEFAULT 0 NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX `applications_owner_slug` ON `applications` (`owner_type`,`owner_id`,`slug`);--> statement-breakpoint
CREATE INDEX `applications_usage` ON `applications` (`owner_type`,`owner_id`,`metadata_bytes`);--> statement-breakpoint
CREATE INDEX `applications_created` ON `applications` (`created_at`);--> statement-breakpoint
CREATE INDEX `applications_visibility` ON `applications` (`visibility`,`created_at`);--> statement-breakpoint
CREATE INDEX `applications_url` ON `applications` (`url`);--> statement-breakpoint
CREATE TABLE `base_applications` (
	`id` text PRIMARY KEY NOT NULL,
	`url` text NOT NULL,
	`meta` text NOT NULL,
	`datasets_filters` text NOT NULL,
	`has_config_schema` integer NOT NULL,
	`said` text NOT NULL,
	`public` integer NOT NULL,
	`deprecated` integer NOT NULL,
	`private_access` text NOT NULL,
	`application_name` text,
	`sort_title` text NOT NULL,
	`search_text` text NOT NULL,
	`updated_at` text NOT NULL
);
--> statement-breakpoint
CREATE UNIQUE INDEX `base_applications_url` ON `base_applications` (`url`);--> statement-breakpoint
CREATE INDEX `base_applications_name` ON `base_applications` (`application_name`);