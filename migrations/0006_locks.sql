CREATE TABLE `locks` (
	`dataset_id` text PRIMARY KEY NOT NULL,
	`token` text NOT NULL,
	`until` integer NOT NULL
);
