ALTER TABLE `journal` ADD `application_id` text;--> statement-breakpoint
CREATE INDEX `journal_application` ON `journal` (`application_id`,`id`) WHERE application_id is not null;