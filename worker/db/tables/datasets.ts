/** Datasets, their journal and statistics. */
import { sql } from 'drizzle-orm'
import { index, integer, primaryKey, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core'
import { indexedBytesSql, storeBytesSql } from '../stored-bytes'

/** What lists sort on and sum, computed by the database from the documents. Indexes hold these values. */
const modified = sql.raw(`coalesce("metadata"->>'$.modified', "published"->>'$.dataUpdatedAt', "updated_at")`)
const lineCount = sql.raw(`"published"->>'$.lines.count'`)

/** The documents come last: SQLite reads a row up to the last column that a query uses. */
export const datasets = sqliteTable(
  'datasets',
  {
    id: text().primaryKey(),
    slug: text().notNull(),
    ownerType: text({ enum: ['user', 'organization'] }).notNull(),
    ownerId: text().notNull(),
    ownerName: text().notNull(),
    ownerDepartment: text(),
    ownerDepartmentName: text(),
    nature: text({ enum: ['file', 'rest', 'virtual', 'metaOnly'] }).notNull(),
    /** Derived from permissions, because lists filter on it. */
    visibility: text({ enum: ['public', 'protected', 'private'] }).notNull(),
    /** Derived from `published`, because lists filter and sort on it. */
    status: text().notNull(),
    createdAt: text().notNull(),
    createdBy: text().notNull(),
    updatedAt: text().notNull(),
    updatedBy: text().notNull(),
    /** Its channels may have listeners. Updated by the channels, so that events without listeners cost nothing. */
    listened: integer({ mode: 'boolean' }).notNull().default(false),
    /** Grows at every change: optimistic concurrency and cache keys. */
    version: integer().notNull(),
    /** JSON of `readKeySchema`: the key that reads this dataset alone. */
    readKey: text(),
    /** JSON of `datasetLinksSchema`: the protected links of this dataset. */
    links: text(),
    /** Bytes and number of the metadata attachments: updated with each of them (`attachments/store.ts`). */
    metadataBytes: integer().notNull().default(0),
    metadataFiles: integer().notNull().default(0),
    /** JSON of `permissionsSchema`. */
    permissions: text().notNull(),
    /** Title and the texts that lists search, without case and accents. */
    sortTitle: text().notNull(),
    searchText: text().notNull(),
    /** JSON of `metadataSchema`: the metadata of the dataset. */
    metadata: text().notNull(),
    /** JSON of `versionSchema`: the data that readers see. */
    published: text().notNull(),
    /** JSON of `versionSchema`: the data that waits for validation. */
    draft: text(),
    /** JSON of `approvalsSchema`: children that a virtual dataset shows to more readers than they have themselves. */
    approvals: text(),
    storeBytes: integer().generatedAlwaysAs(storeBytesSql, { mode: 'virtual' }),
    indexedBytes: integer().generatedAlwaysAs(indexedBytesSql, { mode: 'virtual' }),
    modified: text().generatedAlwaysAs(modified, { mode: 'virtual' }),
    lineCount: integer().generatedAlwaysAs(lineCount, { mode: 'virtual' }),
  },
  (t) => [
    uniqueIndex('datasets_owner_slug').on(t.ownerType, t.ownerId, t.slug),
    // A covering index for the usage of one account, and of all.
    index('datasets_usage').on(t.ownerType, t.ownerId, t.storeBytes, t.indexedBytes, t.lineCount, t.ownerName),
    index('datasets_created').on(t.createdAt),
    index('datasets_visibility').on(t.visibility, t.createdAt),
    index('datasets_modified').on(t.visibility, sql`"modified" desc`, t.id),
    // A covering index for the conditions, the orders and the facets of lists that need no document.
    index('datasets_listed').on(
      ...[t.visibility, t.id, t.ownerType, t.ownerId, t.ownerDepartment, t.ownerName, t.ownerDepartmentName],
      ...[t.nature, t.status, t.sortTitle, t.createdAt, t.updatedAt, t.permissions, t.modified, t.lineCount],
    ),
    // Extensions that follow their source, which each tick of the cron looks for.
    index('datasets_followers').on(t.id).where(sql`instr("metadata", '"autoUpdate":true') > 0`),
    index('datasets_listened').on(t.id).where(sql`listened`),
    // What else each tick looks for: values of extensions to compute, lines and revisions that expire.
    index('datasets_extended').on(t.id).where(sql`instr("metadata", '"needsUpdate":true') > 0`),
    index('datasets_expiring').on(t.id).where(sql`"nature" = 'rest' and instr("metadata", '"active":true') > 0`),
    // What the pages of the operator count: failures, and the tables in each database of lines.
    index('datasets_failed').on(t.status).where(sql`"status" = 'error' or "draft"->>'$.status' = 'error'`),
    index('datasets_shard')
      .on(sql`"published"->>'$.lines.shard'`, t.lineCount)
      .where(sql`"published"->'$.lines.segments' is null`),
    index('datasets_segmented').on(t.id).where(sql`"published"->'$.lines.segments' is not null`),
  ],
)

/**
 * The versions of what lists count and sort, in one row: triggers of the migration replace them with random values in the transaction of
 * each write, so that a result computed at a version is correct as long as the version stays.
 */
export const catalogueVersions = sqliteTable('catalogue_versions', {
  /** Of descriptions, owners, permissions and columns of datasets, and of which datasets there are. */
  descriptions: text().notNull(),
  /** Of all that lists show of a dataset: the same, and its data. */
  datasets: text().notNull(),
})

/**
 * Events: the journals of the datasets and applications, events of collectors, and by owner the log of an account, in one order. Written with the change;
 * the source of channels, webhooks and feeds.
 */
export const journal = sqliteTable(
  'journal',
  {
    id: integer().primaryKey({ autoIncrement: true }),
    datasetId: text().notNull(),
    type: text().notNull(),
    date: text().notNull(),
    draft: integer({ mode: 'boolean' }).notNull(),
    /** JSON of a StoredProblem, written in the reader's language. */
    problem: text(),
    data: text(),
    /** In the log of the account, and not in the journal of the dataset. */
    logOnly: integer({ mode: 'boolean' }).notNull().default(false),
    /** The account of the log: the owner of the dataset at the time of the event. */
    ownerType: text({ enum: ['user', 'organization'] })
      .notNull()
      .default('organization'),
    ownerId: text().notNull().default(''),
    /** Empty: the account itself. */
    ownerDepartment: text().notNull().default(''),
    /** The application of the event; `datasetId` is then empty. */
    applicationId: text(),
    /** The collector of the event; `datasetId` is then empty. */
    collectorId: text(),
    /** JSON of the Originator. */
    originator: text(),
  },
  (t) => [
    index('journal_dataset').on(t.datasetId, t.id),
    index('journal_application').on(t.applicationId, t.id).where(sql`application_id is not null`),
    index('journal_collector').on(t.collectorId, t.id).where(sql`collector_id is not null`),
    index('journal_owner').on(t.ownerType, t.ownerId, t.id),
    index('journal_date').on(t.date),
  ],
)

/** The filters and sorts of queries: they decide which indexes a large table of lines gets. */
export const indexCandidates = sqliteTable(
  'index_candidates',
  {
    datasetId: text().notNull(),
    /** `by` and key of the field (`candidateText`, `lines/query/plan/index-candidates.ts`). */
    candidate: text().notNull(),
    uses: integer().notNull(),
    usedAt: integer().notNull(),
    /** When its index was last requested (epoch ms). */
    askedAt: integer().notNull(),
  },
  (t) => [primaryKey({ columns: [t.datasetId, t.candidate] })],
)

/** Small pictures of datasets in lists. One row per dataset. */
export const previews = sqliteTable('previews', {
  datasetId: text().primaryKey(),
  /** `finalizedAt` of the version of the preview; a preview of another version is stale. */
  version: text().notNull(),
  /** JSON of `Preview`; null if the data has nothing to draw. */
  content: text(),
  /** The SVG document of a map. */
  picture: text(),
})

/** Statistics of fields: most frequent values, histogram, share of empty values. One row per finished run. */
export const statistics = sqliteTable('statistics', {
  run: text().primaryKey(),
  datasetId: text().notNull(),
  /** JSON: FieldStatistics by key. */
  fields: text().notNull(),
})
