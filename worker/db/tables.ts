/**
 * The metadata database. The accounts' tables are those of better-auth (its names, its column types: a test compares them);
 * the others are ours. Lines are elsewhere (`lines/store.ts`).
 */
import { index, integer, primaryKey, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core'

// ── accounts (better-auth)

export const users = sqliteTable('user', {
  id: text('id').primaryKey(),
  name: text('name').notNull(),
  email: text('email').notNull().unique(),
  emailVerified: integer('emailVerified', { mode: 'boolean' }).notNull(),
  image: text('image'),
  createdAt: text('createdAt').notNull(),
  updatedAt: text('updatedAt').notNull(),
  /** May turn on the super-administrator mode. */
  isAdmin: integer('isAdmin', { mode: 'boolean' }),
})

export const sessions = sqliteTable(
  'session',
  {
    id: text('id').primaryKey(),
    expiresAt: text('expiresAt').notNull(),
    token: text('token').notNull().unique(),
    createdAt: text('createdAt').notNull(),
    updatedAt: text('updatedAt').notNull(),
    ipAddress: text('ipAddress'),
    userAgent: text('userAgent'),
    userId: text('userId')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    activeOrganizationId: text('activeOrganizationId'),
  },
  (t) => [index('session_userId_idx').on(t.userId)],
)

export const accounts = sqliteTable(
  'account',
  {
    id: text('id').primaryKey(),
    accountId: text('accountId').notNull(),
    providerId: text('providerId').notNull(),
    userId: text('userId')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    accessToken: text('accessToken'),
    refreshToken: text('refreshToken'),
    idToken: text('idToken'),
    accessTokenExpiresAt: text('accessTokenExpiresAt'),
    refreshTokenExpiresAt: text('refreshTokenExpiresAt'),
    scope: text('scope'),
    password: text('password'),
    createdAt: text('createdAt').notNull(),
    updatedAt: text('updatedAt').notNull(),
  },
  (t) => [index('account_userId_idx').on(t.userId)],
)

export const verifications = sqliteTable(
  'verification',
  {
    id: text('id').primaryKey(),
    identifier: text('identifier').notNull(),
    value: text('value').notNull(),
    expiresAt: text('expiresAt').notNull(),
    createdAt: text('createdAt').notNull(),
    updatedAt: text('updatedAt').notNull(),
  },
  (t) => [index('verification_identifier_idx').on(t.identifier)],
)

export const organizations = sqliteTable('organization', {
  id: text('id').primaryKey(),
  name: text('name').notNull(),
  slug: text('slug').notNull().unique(),
  logo: text('logo'),
  createdAt: text('createdAt').notNull(),
  metadata: text('metadata'),
})

export const members = sqliteTable(
  'member',
  {
    id: text('id').primaryKey(),
    organizationId: text('organizationId')
      .notNull()
      .references(() => organizations.id, { onDelete: 'cascade' }),
    userId: text('userId')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
    role: text('role').notNull(),
    createdAt: text('createdAt').notNull(),
  },
  (t) => [index('member_organizationId_idx').on(t.organizationId), index('member_userId_idx').on(t.userId)],
)

export const invitations = sqliteTable(
  'invitation',
  {
    id: text('id').primaryKey(),
    organizationId: text('organizationId')
      .notNull()
      .references(() => organizations.id, { onDelete: 'cascade' }),
    email: text('email').notNull(),
    role: text('role'),
    status: text('status').notNull(),
    expiresAt: text('expiresAt').notNull(),
    createdAt: text('createdAt').notNull(),
    inviterId: text('inviterId')
      .notNull()
      .references(() => users.id, { onDelete: 'cascade' }),
  },
  (t) => [index('invitation_organizationId_idx').on(t.organizationId), index('invitation_email_idx').on(t.email)],
)

// ── keys

export const apiKeys = sqliteTable(
  'api_keys',
  {
    id: text().primaryKey(),
    /** SHA-256 of the key, base64url. The key itself is shown once and never stored. */
    hash: text().notNull(),
    title: text().notNull(),
    ownerType: text({ enum: ['user', 'organization'] }).notNull(),
    ownerId: text().notNull(),
    ownerName: text().notNull(),
    ownerDepartment: text(),
    email: text().notNull(),
    /** JSON array of scopes. */
    scopes: text().notNull(),
    /** Last day on which the key works, `YYYY-MM-DD`. */
    expireAt: text(),
    createdAt: text().notNull(),
    lastUsedAt: text(),
  },
  (t) => [uniqueIndex('api_keys_hash').on(t.hash), index('api_keys_owner').on(t.ownerType, t.ownerId)],
)

// ── datasets

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
    nature: text({ enum: ['file'] }).notNull(),
    /** JSON of `metadataSchema`: what people say of the dataset. */
    metadata: text().notNull(),
    /** JSON of `permissionsSchema`. */
    permissions: text().notNull(),
    /** Derived from permissions, because lists filter on it. */
    visibility: text({ enum: ['public', 'protected', 'private'] }).notNull(),
    /** Title and the texts that lists search, without case and accents. */
    sortTitle: text().notNull(),
    searchText: text().notNull(),
    /** JSON of `versionSchema`: the data that readers see. */
    published: text().notNull(),
    /** JSON of `versionSchema`: the data that waits for validation. */
    draft: text(),
    /** Derived from `published`, because lists filter and sort on it. */
    status: text().notNull(),
    createdAt: text().notNull(),
    createdBy: text().notNull(),
    updatedAt: text().notNull(),
    updatedBy: text().notNull(),
    /** Grows at every change: optimistic concurrency and cache keys. */
    version: integer().notNull(),
  },
  (t) => [
    uniqueIndex('datasets_owner_slug').on(t.ownerType, t.ownerId, t.slug),
    index('datasets_created').on(t.createdAt),
    index('datasets_visibility').on(t.visibility, t.createdAt),
  ],
)

/** Work under way: one row per version being built. It is also the outbox: a row without a message is found by the watchdog. */
export const runs = sqliteTable(
  'runs',
  {
    id: text().primaryKey(),
    datasetId: text().notNull(),
    target: text({ enum: ['published', 'draft'] }).notNull(),
    stage: text({ enum: ['store', 'analyze', 'validate', 'index', 'finalize'] }).notNull(),
    /** Grows at each hand-over: a message of an earlier step finds nothing to claim. */
    step: integer().notNull(),
    /** JSON of `runStateSchema`: what the stages have found, and where the current one stands. */
    state: text().notNull(),
    /** Who works on it, until when (epoch ms); 0 when nobody does. */
    lease: text(),
    leaseUntil: integer().notNull(),
    /** 0–100 of the current stage. */
    progress: integer().notNull(),
    /** It failed and waits for someone to act. */
    failed: integer({ mode: 'boolean' }).notNull(),
    touchedAt: integer().notNull(),
  },
  (t) => [index('runs_dataset').on(t.datasetId), index('runs_idle').on(t.failed, t.leaseUntil)],
)

export const journal = sqliteTable(
  'journal',
  {
    id: integer().primaryKey({ autoIncrement: true }),
    datasetId: text().notNull(),
    type: text().notNull(),
    date: text().notNull(),
    draft: integer({ mode: 'boolean' }).notNull(),
    /** JSON of a StoredProblem: said in the reader's language. */
    problem: text(),
    data: text(),
  },
  (t) => [index('journal_dataset').on(t.datasetId, t.id)],
)

/** What a field looks like: most frequent values, histogram, empty share. One row per finished run. */
export const statistics = sqliteTable('statistics', {
  run: text().primaryKey(),
  datasetId: text().notNull(),
  /** JSON: FieldStatistics by key. */
  fields: text().notNull(),
})

/** Things to delete, written before they can become garbage (an upload that may fail) or with the change that made them so. */
export const discards = sqliteTable(
  'discards',
  {
    kind: text({ enum: ['file', 'lines'] }).notNull(),
    /** An R2 key, or `<shard>:<run>` of a lines table. */
    name: text().notNull(),
    /** Epoch ms. */
    notBefore: integer().notNull(),
  },
  (t) => [primaryKey({ columns: [t.kind, t.name] }), index('discards_due').on(t.notBefore)],
)

/** Who changed what, written with the change. */
export const audit = sqliteTable(
  'audit',
  {
    id: integer().primaryKey({ autoIncrement: true }),
    date: text().notNull(),
    actorType: text().notNull(),
    actorId: text().notNull(),
    action: text().notNull(),
    resource: text().notNull(),
  },
  (t) => [index('audit_resource').on(t.resource, t.id)],
)
