CREATE TABLE `parquet_writes` (
	`run` text PRIMARY KEY NOT NULL,
	`starts` integer NOT NULL,
	`lease_until` integer NOT NULL
);
--> statement-breakpoint
ALTER TABLE `runs` ADD `starts` integer DEFAULT 0 NOT NULL;