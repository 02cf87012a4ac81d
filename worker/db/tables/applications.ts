/** Base applications, the applications that configure them, their references, and their keys. */
import { index, integer, primaryKey, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core'

/** External web applications, registered by URL. */
export const baseApplications = sqliteTable(
  'base_applications',
  {
    id: text().primaryKey(),
    /** Ends with `/`. */
    url: text().notNull(),
    /** JSON of the texts in its page: `title`, and each `<meta name content>`. */
    meta: text().notNull(),
    /** JSON of the filters of lists of datasets, from its configuration schema: the datasets that it can be configured with. */
    datasetsFilters: text().notNull(),
    hasConfigSchema: integer({ mode: 'boolean' }).notNull(),
    /** JSON of the texts set by the operator, which override `meta`. */
    overrides: text().notNull(),
    public: integer({ mode: 'boolean' }).notNull(),
    deprecated: integer({ mode: 'boolean' }).notNull(),
    /** JSON array of the accounts that may use it when it is not public. */
    privateAccess: text().notNull(),
    /** Derived from the texts of the operator and of the page, because lists filter and sort on it. */
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
    /** The base application of the published configuration, and that of the draft if different. */
    url: text().notNull(),
    urlDraft: text(),
    /** JSON of the metadata of the application. */
    metadata: text().notNull(),
    /** JSON of `permissionsSchema`. */
    permissions: text().notNull(),
    /** Derived from permissions, because lists filter on it. */
    visibility: text({ enum: ['public', 'protected', 'private'] }).notNull(),
    /** Title and the texts that lists search, without case and accents. */
    sortTitle: text().notNull(),
    searchText: text().notNull(),
    status: text({ enum: ['created', 'configured-draft', 'configured', 'error'] }).notNull(),
    /** JSON objects: the published configuration, and the draft. */
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
    /** Bytes and number of the metadata attachments: updated with each of them (`attachments/store.ts`). */
    metadataBytes: integer().notNull().default(0),
    metadataFiles: integer().notNull().default(0),
  },
  (t) => [
    uniqueIndex('applications_owner_slug').on(t.ownerType, t.ownerId, t.slug),
    // A covering index for the usage of an account.
    index('applications_usage').on(t.ownerType, t.ownerId, t.metadataBytes),
    index('applications_created').on(t.createdAt),
    index('applications_visibility').on(t.visibility, t.createdAt),
    index('applications_url').on(t.url),
  ],
)

/**
 * The references of the published configuration of an application, written in the batch that publishes it: lists and keys query
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
    /** Index of the entry in `configuration.datasets` or `configuration.applications`: the first with the target. */
    position: integer().notNull(),
    /**
     * JSON `{operations?, classes?}`: the permissions of link keys on the dataset, with those that the base application
     * declares for the entry. Absent: the class `read`.
     */
    keyPermissions: text(),
  },
  (t) => [
    primaryKey({ columns: [t.applicationId, t.kind, t.target] }),
    index('application_references_target').on(t.kind, t.target),
  ],
)

/** Keys of protected links: they open the application, its child applications, and their datasets. */
export const linkKeys = sqliteTable(
  'application_keys',
  {
    applicationId: text()
      .notNull()
      .references(() => applications.id, { onDelete: 'cascade' }),
    id: text().notNull(),
    title: text(),
    /** Last day on which it works, `YYYY-MM-DD`. */
    expireAt: text(),
    /** Position in the list of keys. */
    position: integer().notNull(),
  },
  (t) => [primaryKey({ columns: [t.applicationId, t.id] }), index('application_keys_id').on(t.id)],
)
