CREATE TABLE `attachments` (
	`bundle` text NOT NULL,
	`path` text NOT NULL,
	`size` integer NOT NULL,
	`object` text NOT NULL,
	`entry` text,
	`updated_at` text NOT NULL,
	PRIMARY KEY(`bundle`, `path`)
);
