DROP INDEX `datasets_usage`;--> statement-breakpoint
ALTER TABLE `datasets` ADD `metadata_bytes` integer DEFAULT 0 NOT NULL;--> statement-breakpoint
UPDATE `datasets` SET `metadata_bytes` = (SELECT coalesce(sum(`size`), 0) FROM `attachments` WHERE `bundle` = `datasets`.`id` || ':metadata');--> statement-breakpoint
ALTER TABLE `datasets` DROP COLUMN `store_bytes`;--> statement-breakpoint
ALTER TABLE `datasets` ADD `store_bytes` integer GENERATED ALWAYS AS (coalesce("published"->>'$.originalFile.size', 0)
  + (case when "published"->>'$.file.object' <> "published"->>'$.originalFile.object' then coalesce("published"->>'$.file.size', 0) else 0 end)
  + (case when coalesce("draft"->>'$.originalFile.object', '') <> coalesce("published"->>'$.originalFile.object', '') then coalesce("draft"->>'$.originalFile.size', 0) else 0 end)
  + (case when "published"->>'$.attachments.object' <> "published"->>'$.originalFile.object' then coalesce("published"->>'$.attachments.size', 0) else 0 end)
  + (case when coalesce("draft"->>'$.attachments.object', '') not in ('', coalesce("draft"->>'$.originalFile.object', ''), coalesce("published"->>'$.attachments.object', '')) then coalesce("draft"->>'$.attachments.size', 0) else 0 end)
  + coalesce("published"->>'$.storage.size', 0)
  + "metadata_bytes") VIRTUAL;--> statement-breakpoint
CREATE INDEX `datasets_usage` ON `datasets` (`owner_type`,`owner_id`,`store_bytes`,`indexed_bytes`);
