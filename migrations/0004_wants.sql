CREATE TABLE `wants` (
	`dataset_id` text NOT NULL,
	`want` text NOT NULL,
	`uses` integer NOT NULL,
	`used_at` integer NOT NULL,
	`asked_at` integer NOT NULL,
	PRIMARY KEY(`dataset_id`, `want`)
);
