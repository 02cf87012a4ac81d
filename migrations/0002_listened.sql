ALTER TABLE `datasets` ADD `listened` integer DEFAULT false NOT NULL;--> statement-breakpoint
CREATE INDEX `datasets_listened` ON `datasets` (`id`) WHERE listened;--> statement-breakpoint
ALTER TABLE `api_keys` DROP COLUMN `admin_mode`;--> statement-breakpoint
ALTER TABLE `api_keys` DROP COLUMN `as_account`;