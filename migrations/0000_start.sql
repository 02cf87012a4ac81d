CREATE TABLE `account` (
	`id` text PRIMARY KEY NOT NULL,
	`accountId` text NOT NULL,
	`providerId` text NOT NULL,
	`userId` text NOT NULL,
	`accessToken` text,
	`refreshToken` text,
	`idToken` text,
	`accessTokenExpiresAt` text,
	`refreshTokenExpiresAt` text,
	`scope` text,
	`password` text,
	`createdAt` text NOT NULL,
	`updatedAt` text NOT NULL,
	FOREIGN KEY (`userId`) REFERENCES `user`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `account_userId_idx` ON `account` (`userId`);--> statement-breakpoint
CREATE TABLE `department` (
	`organizationId` text NOT NULL,
	`id` text NOT NULL,
	`name` text NOT NULL,
	PRIMARY KEY(`organizationId`, `id`),
	FOREIGN KEY (`organizationId`) REFERENCES `organization`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE TABLE `invitation` (
	`id` text PRIMARY KEY NOT NULL,
	`organizationId` text NOT NULL,
	`email` text NOT NULL,
	`role` text,
	`department` text DEFAULT '' NOT NULL,
	`status` text NOT NULL,
	`expiresAt` text NOT NULL,
	`createdAt` text NOT NULL,
	`inviterId` text NOT NULL,
	FOREIGN KEY (`organizationId`) REFERENCES `organization`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`inviterId`) REFERENCES `user`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `invitation_organizationId_idx` ON `invitation` (`organizationId`);--> statement-breakpoint
CREATE INDEX `invitation_email_idx` ON `invitation` (`email`);--> statement-breakpoint
CREATE TABLE `member` (
	`id` text PRIMARY KEY NOT NULL,
	`organizationId` text NOT NULL,
	`userId` text NOT NULL,
	`role` text NOT NULL,
	`department` text DEFAULT '' NOT NULL,
	`createdAt` text NOT NULL,
	FOREIGN KEY (`organizationId`) REFERENCES `organization`(`id`) ON UPDATE no action ON DELETE cascade,
	FOREIGN KEY (`userId`) REFERENCES `user`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE UNIQUE INDEX `member_once` ON `member` (`organizationId`,`userId`,`department`);--> statement-breakpoint
CREATE INDEX `member_userId_idx` ON `member` (`userId`);--> statement-breakpoint
CREATE TABLE `organization` (
	`id` text PRIMARY KEY NOT NULL,
	`name` text NOT NULL,
	`createdAt` text NOT NULL
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
CREATE TABLE `session` (
	`id` text PRIMARY KEY NOT NULL,
	`expiresAt` text NOT NULL,
	`token` text NOT NULL,
	`createdAt` text NOT NULL,
	`updatedAt` text NOT NULL,
	`ipAddress` text,
	`userAgent` text,
	`userId` text NOT NULL,
	FOREIGN KEY (`userId`) REFERENCES `user`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE UNIQUE INDEX `session_token_unique` ON `session` (`token`);--> statement-breakpoint
CREATE INDEX `session_userId_idx` ON `session` (`userId`);--> statement-breakpoint
CREATE TABLE `user` (
	`id` text PRIMARY KEY NOT NULL,
	`name` text NOT NULL,
	`email` text NOT NULL,
	`emailVerified` integer NOT NULL,
	`image` text,
	`createdAt` text NOT NULL,
	`updatedAt` text NOT NULL,
	`isAdmin` integer,
	`blockedAt` text,
	`language` text
);
--> statement-breakpoint
CREATE UNIQUE INDEX `user_email_unique` ON `user` (`email`);--> statement-breakpoint
CREATE TABLE `verification` (
	`id` text PRIMARY KEY NOT NULL,
	`identifier` text NOT NULL,
	`value` text NOT NULL,
	`expiresAt` text NOT NULL,
	`createdAt` text NOT NULL,
	`updatedAt` text NOT NULL
);
--> statement-breakpoint
CREATE INDEX `verification_identifier_idx` ON `verification` (`identifier`);--> statement-breakpoint
CREATE TABLE `alert_receivers` (
	`receiver` text PRIMARY KEY NOT NULL,
	`failures` integer NOT NULL,
	`next_at` integer NOT NULL,
	`lease_until` integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE `alerts` (
	`kind` text NOT NULL,
	`subject` text NOT NULL,
	`title` text NOT NULL,
	`began_at` text NOT NULL,
	`ended_at` text,
	`webhook_state` text,
	`mail_state` text,
	PRIMARY KEY(`kind`, `subject`)
);
--> statement-breakpoint
CREATE TABLE `dead_letters` (
	`dataset` text PRIMARY KEY NOT NULL,
	`date` integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE `api_keys` (
	`id` text PRIMARY KEY NOT NULL,
	`hash` text NOT NULL,
	`title` text NOT NULL,
	`owner_type` text NOT NULL,
	`owner_id` text NOT NULL,
	`owner_name` text NOT NULL,
	`owner_department` text,
	`owner_department_name` text,
	`email` text NOT NULL,
	`scopes` text NOT NULL,
	`expire_at` text,
	`created_at` text NOT NULL,
	`last_used_at` text
);
--> statement-breakpoint
CREATE UNIQUE INDEX `api_keys_hash` ON `api_keys` (`hash`);--> statement-breakpoint
CREATE INDEX `api_keys_owner` ON `api_keys` (`owner_type`,`owner_id`);--> statement-breakpoint
CREATE TABLE `application_keys` (
	`application_id` text NOT NULL,
	`id` text NOT NULL,
	`title` text,
	`expire_at` text,
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
	`metadata_bytes` integer DEFAULT 0 NOT NULL,
	`metadata_files` integer DEFAULT 0 NOT NULL
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
	`overrides` text NOT NULL,
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
CREATE INDEX `base_applications_name` ON `base_applications` (`application_name`);--> statement-breakpoint
CREATE TABLE `attachments` (
	`bundle` text NOT NULL,
	`path` text NOT NULL,
	`size` integer NOT NULL,
	`object` text NOT NULL,
	`entry` text,
	`updated_at` text NOT NULL,
	PRIMARY KEY(`bundle`, `path`)
);
--> statement-breakpoint
CREATE TABLE `audit` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`date` text NOT NULL,
	`actor_type` text NOT NULL,
	`actor_id` text NOT NULL,
	`action` text NOT NULL,
	`resource` text NOT NULL
);
--> statement-breakpoint
CREATE INDEX `audit_resource` ON `audit` (`resource`,`id`);--> statement-breakpoint
CREATE INDEX `audit_actor` ON `audit` (`actor_id`,`id`);--> statement-breakpoint
CREATE TABLE `collector_logs` (
	`run_id` text NOT NULL,
	`position` integer NOT NULL,
	`entry` text NOT NULL,
	PRIMARY KEY(`run_id`, `position`),
	FOREIGN KEY (`run_id`) REFERENCES `collector_runs`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE TABLE `collector_runs` (
	`id` text PRIMARY KEY NOT NULL,
	`collector_id` text NOT NULL,
	`status` text NOT NULL,
	`created_at` text NOT NULL,
	`scheduled_at` text,
	`started_at` text,
	`finished_at` text,
	`due_at` integer NOT NULL,
	`step` integer DEFAULT 0 NOT NULL,
	`lease` text,
	`lease_until` integer DEFAULT 0 NOT NULL,
	`starts` integer DEFAULT 0 NOT NULL,
	`cursor` text,
	`touched_at` integer NOT NULL,
	FOREIGN KEY (`collector_id`) REFERENCES `collectors`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE UNIQUE INDEX `collector_runs_active` ON `collector_runs` (`collector_id`) WHERE status in ('triggered', 'running', 'kill');--> statement-breakpoint
CREATE UNIQUE INDEX `collector_runs_scheduled` ON `collector_runs` (`collector_id`) WHERE status = 'scheduled';--> statement-breakpoint
CREATE INDEX `collector_runs_due` ON `collector_runs` (`status`,`due_at`);--> statement-breakpoint
CREATE INDEX `collector_runs_created` ON `collector_runs` (`collector_id`,`created_at`);--> statement-breakpoint
CREATE TABLE `collector_usage` (
	`owner_type` text NOT NULL,
	`owner_id` text NOT NULL,
	`month` text NOT NULL,
	`seconds` integer NOT NULL,
	PRIMARY KEY(`owner_type`, `owner_id`, `month`)
);
--> statement-breakpoint
CREATE TABLE `collectors` (
	`id` text PRIMARY KEY NOT NULL,
	`owner_type` text NOT NULL,
	`owner_id` text NOT NULL,
	`owner_name` text NOT NULL,
	`owner_department` text,
	`owner_department_name` text,
	`title` text NOT NULL,
	`sort_title` text NOT NULL,
	`search_text` text NOT NULL,
	`plugin` text NOT NULL,
	`active` integer NOT NULL,
	`config` text NOT NULL,
	`secrets` text NOT NULL,
	`scheduling` text NOT NULL,
	`permissions` text NOT NULL,
	`webhook_key` text NOT NULL,
	`state` text NOT NULL,
	`dataset_id` text,
	`failures` integer DEFAULT 0 NOT NULL,
	`failing_since` text,
	`created_at` text NOT NULL,
	`created_by` text NOT NULL,
	`updated_at` text NOT NULL,
	`updated_by` text NOT NULL,
	FOREIGN KEY (`dataset_id`) REFERENCES `datasets`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `collectors_owner` ON `collectors` (`owner_type`,`owner_id`,`sort_title`);--> statement-breakpoint
CREATE UNIQUE INDEX `collectors_dataset` ON `collectors` (`dataset_id`);--> statement-breakpoint
CREATE TABLE `catalogue_versions` (
	`descriptions` text NOT NULL,
	`datasets` text NOT NULL
);
--> statement-breakpoint
INSERT INTO `catalogue_versions` VALUES (hex(randomblob(8)), hex(randomblob(8)));--> statement-breakpoint
CREATE TABLE `datasets` (
	`id` text PRIMARY KEY NOT NULL,
	`slug` text NOT NULL,
	`owner_type` text NOT NULL,
	`owner_id` text NOT NULL,
	`owner_name` text NOT NULL,
	`owner_department` text,
	`owner_department_name` text,
	`nature` text NOT NULL,
	`visibility` text NOT NULL,
	`status` text NOT NULL,
	`created_at` text NOT NULL,
	`created_by` text NOT NULL,
	`updated_at` text NOT NULL,
	`updated_by` text NOT NULL,
	`listened` integer DEFAULT false NOT NULL,
	`version` integer NOT NULL,
	`read_key` text,
	`links` text,
	`metadata_bytes` integer DEFAULT 0 NOT NULL,
	`metadata_files` integer DEFAULT 0 NOT NULL,
	`permissions` text NOT NULL,
	`sort_title` text NOT NULL,
	`search_text` text NOT NULL,
	`metadata` text NOT NULL,
	`published` text NOT NULL,
	`draft` text,
	`approvals` text,
	`store_bytes` integer GENERATED ALWAYS AS (coalesce("published"->>'$.originalFile.size', 0)
  + (case when "published"->>'$.file.object' <> "published"->>'$.originalFile.object' then coalesce("published"->>'$.file.size', 0) else 0 end)
  + (case when coalesce("draft"->>'$.originalFile.object', '') <> coalesce("published"->>'$.originalFile.object', '') then coalesce("draft"->>'$.originalFile.size', 0) else 0 end)
  + (case when "published"->>'$.attachments.object' <> "published"->>'$.originalFile.object' then coalesce("published"->>'$.attachments.size', 0) else 0 end)
  + (case when coalesce("draft"->>'$.attachments.object', '') not in ('', coalesce("draft"->>'$.originalFile.object', ''), coalesce("published"->>'$.attachments.object', '')) then coalesce("draft"->>'$.attachments.size', 0) else 0 end)
  + coalesce("published"->>'$.storage.size', 0)
  + "metadata_bytes") VIRTUAL,
	`indexed_bytes` integer GENERATED ALWAYS AS (coalesce("published"->>'$.lines.valueBytes', "published"->>'$.file.size', "published"->>'$.originalFile.size', 0)
  + coalesce("published"->>'$.attachments.indexedSize', 0)
  + coalesce("published"->>'$.storage.indexed', 0)) VIRTUAL,
	`modified` text GENERATED ALWAYS AS (coalesce("metadata"->>'$.modified', "published"->>'$.dataUpdatedAt', "updated_at")) VIRTUAL,
	`line_count` integer GENERATED ALWAYS AS ("published"->>'$.lines.count') VIRTUAL
);
--> statement-breakpoint
CREATE UNIQUE INDEX `datasets_owner_slug` ON `datasets` (`owner_type`,`owner_id`,`slug`);--> statement-breakpoint
CREATE INDEX `datasets_usage` ON `datasets` (`owner_type`,`owner_id`,`store_bytes`,`indexed_bytes`,`line_count`,`owner_name`);--> statement-breakpoint
CREATE INDEX `datasets_created` ON `datasets` (`created_at`);--> statement-breakpoint
CREATE INDEX `datasets_visibility` ON `datasets` (`visibility`,`created_at`);--> statement-breakpoint
CREATE INDEX `datasets_modified` ON `datasets` (`visibility`,"modified" desc,`id`);--> statement-breakpoint
CREATE INDEX `datasets_listed` ON `datasets` (`visibility`,`id`,`owner_type`,`owner_id`,`owner_department`,`owner_name`,`owner_department_name`,`nature`,`status`,`sort_title`,`created_at`,`updated_at`,`permissions`,`modified`,`line_count`);--> statement-breakpoint
CREATE INDEX `datasets_followers` ON `datasets` (`id`) WHERE instr("metadata", '"autoUpdate":true') > 0;--> statement-breakpoint
CREATE INDEX `datasets_listened` ON `datasets` (`id`) WHERE listened;--> statement-breakpoint
CREATE INDEX `datasets_extended` ON `datasets` (`id`) WHERE instr("metadata", '"needsUpdate":true') > 0;--> statement-breakpoint
CREATE INDEX `datasets_expiring` ON `datasets` (`id`) WHERE "nature" = 'rest' and instr("metadata", '"active":true') > 0;--> statement-breakpoint
CREATE INDEX `datasets_failed` ON `datasets` (`status`) WHERE "status" = 'error' or "draft"->>'$.status' = 'error';--> statement-breakpoint
CREATE INDEX `datasets_shard` ON `datasets` ("published"->>'$.lines.shard',`line_count`) WHERE "published"->'$.lines.segments' is null;--> statement-breakpoint
CREATE INDEX `datasets_segmented` ON `datasets` (`id`) WHERE "published"->'$.lines.segments' is not null;--> statement-breakpoint
CREATE VIRTUAL TABLE `datasets_search` USING fts5(search_text, content='datasets', columnsize=0, tokenize='trigram case_sensitive 1');--> statement-breakpoint
CREATE TRIGGER `datasets_added` AFTER INSERT ON `datasets` BEGIN
	INSERT INTO `datasets_search` (rowid, search_text) VALUES (new.rowid, new.search_text);
	UPDATE `catalogue_versions` SET `descriptions` = hex(randomblob(8)), `datasets` = hex(randomblob(8));
END;--> statement-breakpoint
CREATE TRIGGER `datasets_removed` AFTER DELETE ON `datasets` BEGIN
	INSERT INTO `datasets_search` (`datasets_search`, rowid, search_text) VALUES ('delete', old.rowid, old.search_text);
	UPDATE `catalogue_versions` SET `descriptions` = hex(randomblob(8)), `datasets` = hex(randomblob(8));
END;--> statement-breakpoint
CREATE TRIGGER `datasets_reworded` AFTER UPDATE OF `search_text` ON `datasets` WHEN old.search_text IS NOT new.search_text BEGIN
	INSERT INTO `datasets_search` (`datasets_search`, rowid, search_text) VALUES ('delete', old.rowid, old.search_text);
	INSERT INTO `datasets_search` (rowid, search_text) VALUES (new.rowid, new.search_text);
END;--> statement-breakpoint
CREATE TRIGGER `datasets_changed` AFTER UPDATE OF `slug`, `owner_type`, `owner_id`, `owner_name`, `owner_department`, `owner_department_name`,
	`nature`, `visibility`, `status`, `updated_at`, `metadata_bytes`, `permissions`, `sort_title`, `search_text`, `metadata`, `published`, `draft` ON `datasets` BEGIN
	UPDATE `catalogue_versions` SET `datasets` = hex(randomblob(8));
END;--> statement-breakpoint
CREATE TRIGGER `datasets_described` AFTER UPDATE OF `slug`, `owner_type`, `owner_id`, `owner_name`, `owner_department`, `owner_department_name`,
	`nature`, `visibility`, `permissions`, `sort_title`, `search_text`, `metadata`, `published` ON `datasets`
WHEN old.slug IS NOT new.slug OR old.owner_type IS NOT new.owner_type OR old.owner_id IS NOT new.owner_id OR old.owner_name IS NOT new.owner_name
	OR old.owner_department IS NOT new.owner_department OR old.owner_department_name IS NOT new.owner_department_name
	OR old.nature IS NOT new.nature OR old.visibility IS NOT new.visibility OR old.permissions IS NOT new.permissions
	OR old.sort_title IS NOT new.sort_title OR old.search_text IS NOT new.search_text OR old.metadata IS NOT new.metadata
	OR (SELECT group_concat(json_array(value->>'$."x-refersTo"', value->>'$.type', value->>'$.format')) FROM json_each(old.published, '$.schema'))
	IS NOT (SELECT group_concat(json_array(value->>'$."x-refersTo"', value->>'$.type', value->>'$.format')) FROM json_each(new.published, '$.schema')) BEGIN
	UPDATE `catalogue_versions` SET `descriptions` = hex(randomblob(8));
END;--> statement-breakpoint
CREATE TABLE `journal` (
	`id` integer PRIMARY KEY AUTOINCREMENT NOT NULL,
	`dataset_id` text NOT NULL,
	`type` text NOT NULL,
	`date` text NOT NULL,
	`draft` integer NOT NULL,
	`problem` text,
	`data` text,
	`log_only` integer DEFAULT false NOT NULL,
	`owner_type` text DEFAULT 'organization' NOT NULL,
	`owner_id` text DEFAULT '' NOT NULL,
	`owner_department` text DEFAULT '' NOT NULL,
	`application_id` text,
	`collector_id` text,
	`originator` text
);
--> statement-breakpoint
CREATE INDEX `journal_dataset` ON `journal` (`dataset_id`,`id`);--> statement-breakpoint
CREATE INDEX `journal_application` ON `journal` (`application_id`,`id`) WHERE application_id is not null;--> statement-breakpoint
CREATE INDEX `journal_collector` ON `journal` (`collector_id`,`id`) WHERE collector_id is not null;--> statement-breakpoint
CREATE INDEX `journal_owner` ON `journal` (`owner_type`,`owner_id`,`id`);--> statement-breakpoint
CREATE INDEX `journal_date` ON `journal` (`date`);--> statement-breakpoint
CREATE TABLE `previews` (
	`dataset_id` text PRIMARY KEY NOT NULL,
	`version` text NOT NULL,
	`content` text,
	`picture` text
);
--> statement-breakpoint
CREATE TABLE `statistics` (
	`run` text PRIMARY KEY NOT NULL,
	`dataset_id` text NOT NULL,
	`fields` text NOT NULL
);
--> statement-breakpoint
CREATE TABLE `index_candidates` (
	`dataset_id` text NOT NULL,
	`candidate` text NOT NULL,
	`uses` integer NOT NULL,
	`used_at` integer NOT NULL,
	`asked_at` integer NOT NULL,
	PRIMARY KEY(`dataset_id`, `candidate`)
);
--> statement-breakpoint
CREATE TABLE `deleted_datasets` (
	`id` text PRIMARY KEY NOT NULL,
	`owner_type` text NOT NULL,
	`owner_id` text NOT NULL,
	`bytes` integer NOT NULL,
	`indexed_bytes` integer NOT NULL,
	`deleted_at` text NOT NULL,
	`deleted_by` text NOT NULL,
	`restorable_until` integer NOT NULL,
	`row` text NOT NULL,
	`metadata` text NOT NULL,
	`published` text NOT NULL,
	`draft` text,
	`journal` text NOT NULL,
	`collector` text
);
--> statement-breakpoint
CREATE INDEX `deleted_datasets_owner` ON `deleted_datasets` (`owner_type`,`owner_id`,`deleted_at`);--> statement-breakpoint
CREATE INDEX `deleted_datasets_due` ON `deleted_datasets` (`restorable_until`);--> statement-breakpoint
CREATE TABLE `failure_mails` (
	`subject` text PRIMARY KEY NOT NULL,
	`mailed_at` text NOT NULL,
	`failures` integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE `instance` (
	`id` integer PRIMARY KEY NOT NULL,
	`body` text NOT NULL,
	`logo` text,
	`version` integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE `locks` (
	`dataset_id` text PRIMARY KEY NOT NULL,
	`token` text NOT NULL,
	`until` integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE `mailed_tokens` (
	`hash` text PRIMARY KEY NOT NULL,
	`purpose` text NOT NULL,
	`user_id` text NOT NULL,
	`email` text NOT NULL,
	`created_at` text NOT NULL,
	`expires_at` text NOT NULL,
	FOREIGN KEY (`user_id`) REFERENCES `user`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `mailed_tokens_user` ON `mailed_tokens` (`user_id`);--> statement-breakpoint
CREATE INDEX `mailed_tokens_expiry` ON `mailed_tokens` (`expires_at`);--> statement-breakpoint
CREATE TABLE `preconditions` (
	`name` text NOT NULL,
	CONSTRAINT "resource_unchanged" CHECK("preconditions"."name" <> 'resource_unchanged'),
	CONSTRAINT "settings_unchanged" CHECK("preconditions"."name" <> 'settings_unchanged'),
	CONSTRAINT "within_quotas" CHECK("preconditions"."name" <> 'within_quotas'),
	CONSTRAINT "administrator_left" CHECK("preconditions"."name" <> 'administrator_left'),
	CONSTRAINT "account_free" CHECK("preconditions"."name" <> 'account_free')
);
--> statement-breakpoint
CREATE TABLE `remote_answers` (
	`service_id` text NOT NULL,
	`key` text NOT NULL,
	`answer` text NOT NULL,
	`expires_at` integer NOT NULL,
	PRIMARY KEY(`service_id`, `key`),
	FOREIGN KEY (`service_id`) REFERENCES `remote_services`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `remote_answers_expiry` ON `remote_answers` (`expires_at`);--> statement-breakpoint
CREATE TABLE `remote_services` (
	`id` text PRIMARY KEY NOT NULL,
	`api_id` text NOT NULL,
	`account` text NOT NULL,
	`account_name` text NOT NULL,
	`title` text NOT NULL,
	`description` text NOT NULL,
	`url` text,
	`server` text NOT NULL,
	`api_doc` text NOT NULL,
	`actions` text NOT NULL,
	`key_in` text,
	`key_name` text,
	`key_value` text,
	`public` integer NOT NULL,
	`private_access` text NOT NULL,
	`dataset_id` text,
	`virtual_datasets` text,
	`standard_schema` text,
	`sort_title` text NOT NULL,
	`search_text` text NOT NULL,
	`created_at` text NOT NULL,
	`updated_at` text NOT NULL,
	`version` integer NOT NULL,
	FOREIGN KEY (`dataset_id`) REFERENCES `datasets`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE UNIQUE INDEX `remote_services_datasetId_unique` ON `remote_services` (`dataset_id`);--> statement-breakpoint
CREATE UNIQUE INDEX `remote_services_api` ON `remote_services` (`account`,`api_id`);--> statement-breakpoint
CREATE INDEX `remote_services_created` ON `remote_services` (`created_at`);--> statement-breakpoint
CREATE TABLE `discards` (
	`kind` text NOT NULL,
	`name` text NOT NULL,
	`not_before` integer NOT NULL,
	PRIMARY KEY(`kind`, `name`)
);
--> statement-breakpoint
CREATE INDEX `discards_due` ON `discards` (`not_before`);--> statement-breakpoint
CREATE TABLE `parquet_writes` (
	`run` text PRIMARY KEY NOT NULL,
	`starts` integer NOT NULL,
	`lease_until` integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE `runs` (
	`id` text PRIMARY KEY NOT NULL,
	`dataset_id` text NOT NULL,
	`target` text NOT NULL,
	`shard` integer,
	`stage` text NOT NULL,
	`step` integer NOT NULL,
	`state` text NOT NULL,
	`lease` text,
	`lease_until` integer NOT NULL,
	`starts` integer DEFAULT 0 NOT NULL,
	`progress` integer NOT NULL,
	`failed` integer NOT NULL,
	`touched_at` integer NOT NULL
);
--> statement-breakpoint
CREATE INDEX `runs_dataset` ON `runs` (`dataset_id`);--> statement-breakpoint
CREATE INDEX `runs_idle` ON `runs` (`failed`,`lease_until`);--> statement-breakpoint
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
	`collector_seconds` integer DEFAULT -1 NOT NULL,
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
CREATE TABLE `site_domains` (
	`domain` text PRIMARY KEY NOT NULL,
	`owner_type` text NOT NULL,
	`owner_id` text NOT NULL,
	`department` text NOT NULL,
	`site` text NOT NULL
);
--> statement-breakpoint
CREATE INDEX `site_domains_owner` ON `site_domains` (`owner_type`,`owner_id`);--> statement-breakpoint
CREATE TABLE `recovery_codes` (
	`hash` text PRIMARY KEY NOT NULL,
	`user_id` text NOT NULL,
	FOREIGN KEY (`user_id`) REFERENCES `user`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE INDEX `recovery_codes_user` ON `recovery_codes` (`user_id`);--> statement-breakpoint
CREATE TABLE `two_factors` (
	`user_id` text PRIMARY KEY NOT NULL,
	`secret` text NOT NULL,
	`confirmed_at` text,
	`last_step` integer DEFAULT 0 NOT NULL,
	FOREIGN KEY (`user_id`) REFERENCES `user`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
CREATE TABLE `account_usage` (
	`owner_type` text NOT NULL,
	`owner_id` text NOT NULL,
	`day` text NOT NULL,
	`datasets` integer NOT NULL,
	`lines` integer NOT NULL,
	`store_bytes` integer NOT NULL,
	PRIMARY KEY(`owner_type`, `owner_id`, `day`)
);
--> statement-breakpoint
CREATE INDEX `account_usage_day` ON `account_usage` (`day`);--> statement-breakpoint
CREATE TABLE `dataset_reads` (
	`dataset_id` text NOT NULL,
	`day` text NOT NULL,
	`owner_type` text NOT NULL,
	`owner_id` text NOT NULL,
	`reads` integer NOT NULL,
	`downloads` integer NOT NULL,
	PRIMARY KEY(`dataset_id`, `day`, `owner_type`, `owner_id`)
);
--> statement-breakpoint
CREATE INDEX `dataset_reads_owner` ON `dataset_reads` (`owner_type`,`owner_id`,`day`);--> statement-breakpoint
CREATE INDEX `dataset_reads_day` ON `dataset_reads` (`day`);--> statement-breakpoint
CREATE TABLE `platform_usage` (
	`day` text PRIMARY KEY NOT NULL,
	`requests` integer NOT NULL,
	`rows_read` integer NOT NULL,
	`rows_written` integer NOT NULL
);
--> statement-breakpoint
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
	`deliveries` text NOT NULL,
	`disabled_at` text,
	`lease_until` integer NOT NULL
);
--> statement-breakpoint
CREATE INDEX `webhooks_owner` ON `webhooks` (`owner_type`,`owner_id`,`department`);--> statement-breakpoint
CREATE TABLE `file_versions` (
	`id` text PRIMARY KEY NOT NULL,
	`dataset_id` text NOT NULL,
	`object` text NOT NULL,
	`size` integer NOT NULL,
	`file` text NOT NULL,
	`count` integer,
	`updated_at` text NOT NULL,
	`updated_by` text,
	`replaced_at` text NOT NULL,
	`available_until` integer NOT NULL
);
--> statement-breakpoint
CREATE INDEX `file_versions_dataset` ON `file_versions` (`dataset_id`,`replaced_at`);--> statement-breakpoint
CREATE INDEX `file_versions_due` ON `file_versions` (`available_until`);--> statement-breakpoint
CREATE TABLE `deleted_applications` (
	`id` text PRIMARY KEY NOT NULL,
	`owner_type` text NOT NULL,
	`owner_id` text NOT NULL,
	`bytes` integer NOT NULL,
	`deleted_at` text NOT NULL,
	`deleted_by` text NOT NULL,
	`restorable_until` integer NOT NULL,
	`row` text NOT NULL,
	`metadata` text NOT NULL,
	`configuration` text,
	`configuration_draft` text,
	`journal` text NOT NULL,
	`keys` text NOT NULL
);
--> statement-breakpoint
CREATE INDEX `deleted_applications_owner` ON `deleted_applications` (`owner_type`,`owner_id`,`deleted_at`);--> statement-breakpoint
CREATE INDEX `deleted_applications_due` ON `deleted_applications` (`restorable_until`);--> statement-breakpoint
CREATE TABLE `organization_presentations` (
	`organization_id` text PRIMARY KEY NOT NULL,
	`description` text,
	`logo` text,
	`version` integer NOT NULL
);
