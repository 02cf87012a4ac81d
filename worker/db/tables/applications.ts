/** Base applications, the applications that configure them, what these refer to, and the keys that open them. */
import { index, integer, primaryKey, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core'

/** Web applications that are hosted elsewhere and registered by their address. */
export const baseApplications = sqliteTable(
  'base_applications',
  {
    id: text().primaryKey(),
    /** Ends with `/`. */
    url: text().notNull(),
    /** JSON of the texts that its page declares: `title`, and each `<meta name content>`. */
    meta: text().notNull(),
    /** JSON of `datasetsFilters`: the datasets that it can be configured with. */
    datasetsFilters: text().notNull(),
    hasConfigSchema: integer({ mode: 'boolean' }).notNull(),
    /** JSON of what the operator says of it, which wins over `meta`. */
    said: text().notNull(),
    public: integer({ mode: 'boolean' }).notNull(),
    deprecated: integer({ mode: 'boolean' }).notNull(),
    /** JSON array of the accounts that may use it when it is not public. */
    privateAccess: text().notNull(),
    /** Derived from what is said and declared, because lists filter and sort on it. */
    applicationName: text(),
    sortTitle: text().notNull(),
    searchText: text().notNull(),
    updatedAt: text().notNull(),
  },
  (t) => [uniqueIndex('base_applications_url').on(t.url), index('base_applications_name').on(t.applicationName)],
)

export const applications = sqliteTable(
  'applications',
  {
    id: text().primaryKey(),
    slug: text().notNull(),
    ownerType: text({ enum: ['user', 'organization'] }).notNull(),
    ownerId: text().notNull(),
    ownerName: text().notNull(),
    ownerDepartment: text(),
    ownerDepartmentName: text(),
    /** The base application that visitors see, and the one that the draft is for when it is another. */
    url: text().notNull(),
    urlDraft: text(),
    /** JSON of what people say of the application. */
    metadata: text().notNull(),
    /** JSON of `permissionsSchema`. */
    permissions: text().notNull(),
    /** Derived from permissions, because lists filter on it. */
    visibility: text({ enum: ['public', 'protected', 'private'] }).notNull(),
    /** Title and the texts that lists search, without case and accents. */
    sortTitle: text().notNull(),
    searchText: text().notNull(),
    status: text({ enum: ['created', 'configured-draft', 'configured', 'error'] }).notNull(),
    /** JSON objects: what visitors see, and what is being prepared. */
    configuration: text(),
    configurationDraft: text(),
    errorMessage: text(),
    errorMessageDraft: text(),
    createdAt: text().notNull(),
    createdBy: text().notNull(),
    updatedAt: text().notNull(),
    updatedBy: text().notNull(),
    lastConfigured: text(),
    /** Grows at every change: optimistic concurrency. */
    version: integer().notNull(),
    /** Bytes of the files of the description: written with each of them (`attachments/keep`). */
    metadataBytes: integer().notNull().default(0),
  },
  (t) => [
    uniqueIndex('applications_owner_slug').on(t.ownerType, t.ownerId, t.slug),
    // Covers the usage of an account: counted without reading its applications.
    index('applications_usage').on(t.ownerType, t.ownerId, t.metadataBytes),
    index('applications_created').on(t.createdAt),
    index('applications_visibility').on(t.visibility, t.createdAt),
    index('applications_url').on(t.url),
  ],
)

/**
 * What the published configuration of an application refers to, written in the batch that publishes it: lists and keys ask
 * which applications use a dataset. An entry that has both an id and an address of another dataset has two rows.
 */
export const applicationReferences = sqliteTable(
  'application_references',
  {
    applicationId: text()
      .notNull()
      .references(() => applications.id, { onDelete: 'cascade' }),
    kind: text({ enum: ['dataset', 'application'] }).notNull(),
    /** Id of the dataset or of the child application, also where the configuration has only its address. */
    target: text().notNull(),
    /** Which entry of `configuration.datasets` or `configuration.applications`: the first that names the target. */
    position: integer().notNull(),
    /**
     * JSON `{operations?, classes?}`: what keys of the application grant on the dataset, with what the base application
     * declares for the entry. Absent: the class `read`.
     */
    keyPermissions: text(),
  },
  (t) => [
    primaryKey({ columns: [t.applicationId, t.kind, t.target] }),
    index('application_references_target').on(t.kind, t.target),
  ],
)

/** Keys that open an application, those it lists in its configuration, and their datasets, to whoever has the link. */
export const applicationKeys = sqliteTable(
  'application_keys',
  {
    applicationId: text()
      .notNull()
      .references(() => applications.id, { onDelete: 'cascade' }),
    id: text().notNull(),
    title: text(),
    /** Where it stands in the list that its owner wrote. */
    position: integer().notNull(),
  },
  (t) => [primaryKey({ columns: [t.applicationId, t.id] }), index('application_keys_id').on(t.id)],
)
