/** Remote services: external APIs with a description, and their remembered answers. */
import { index, integer, primaryKey, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core'
import { datasets } from './datasets'

export const remoteServices = sqliteTable(
  'remote_services',
  {
    id: text().primaryKey(),
    /** `info.x-api-id` of the description, which never changes. */
    apiId: text().notNull(),
    /** The account that registered it for itself, as `type:id`; empty for the services of the operator. */
    account: text().notNull(),
    accountName: text().notNull(),
    title: text().notNull(),
    description: text().notNull(),
    /** Where its description comes from, if it has an address. */
    url: text(),
    /** Base URL of its operations. */
    server: text().notNull(),
    /** JSON of its OpenAPI description. */
    apiDoc: text().notNull(),
    /** JSON array of its actions, computed from the description. */
    actions: text().notNull(),
    /** Its API key: where it is sent, its name, and its encrypted value. */
    keyIn: text({ enum: ['query', 'header', 'cookie'] }),
    keyName: text(),
    keyValue: text(),
    public: integer({ mode: 'boolean' }).notNull(),
    /** JSON array of the accounts that may use it when it is not public. */
    privateAccess: text().notNull(),
    /** The dataset that it describes, which is queried directly. Its columns are written with that dataset. */
    datasetId: text()
      .unique()
      .references(() => datasets.id, { onDelete: 'cascade' }),
    /** JSON of what that dataset is for others: a parent of virtual datasets, a standard schema. */
    virtualDatasets: text(),
    standardSchema: text(),
    /** Title and the texts that lists search, without case and accents. */
    sortTitle: text().notNull(),
    searchText: text().notNull(),
    createdAt: text().notNull(),
    updatedAt: text().notNull(),
    /** Grows at every change: optimistic concurrency. */
    version: integer().notNull(),
  },
  (t) => [uniqueIndex('remote_services_api').on(t.account, t.apiId), index('remote_services_created').on(t.createdAt)],
)

/** What a service answered for one input, so that it is not asked again. */
export const remoteAnswers = sqliteTable(
  'remote_answers',
  {
    serviceId: text()
      .notNull()
      .references(() => remoteServices.id, { onDelete: 'cascade' }),
    /** Hash of the action, its address, the input and the selected outputs. */
    key: text().notNull(),
    /** JSON of the values, or of the error. */
    answer: text().notNull(),
    /** Epoch ms. */
    expiresAt: integer().notNull(),
  },
  (t) => [primaryKey({ columns: [t.serviceId, t.key] }), index('remote_answers_expiry').on(t.expiresAt)],
)
