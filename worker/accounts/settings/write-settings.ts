import { eq, sql } from 'drizzle-orm'
import type { BatchItem } from 'drizzle-orm/batch'
import { checkAgainst } from '../../check-against'
import type { Context } from '../../context'
import { tables } from '../../db/client'
import { isFailed, requireThat } from '../../db/precondition'
import { problem } from '../../errors'
import { titleSlug } from '../../schema/keys/slug'
import { accountAdmin } from '../actor'
import { audit } from '../audit'
import { directoryNames } from '../directory/directory-names'
import { forgetKeys } from '../keys/api-key'
import { type Account, accountNameOf, ownerWithNames } from './account-names'
import { changeWebhooks } from './change-webhooks'
import { detachCustomMetadata } from './custom-metadata'
import { changeKeys } from './key-changes'
import { readSettings, rowOf, storedSettings } from './read-settings'
import { departmentSettingsSchema, type StoredSettings, settingsSchema } from './schema'
import { claimDomains, forgetDomains } from './site-domains'
import { applyTopics } from './topics'

/**
 * Replaces the settings of an account, or, with `merge`, only the top-level properties that are sent. The response is
 * the only place where the clear text of a new key appears.
 *
 * @throws `account-refused`, `key-invalid`, `key-field-refused`, `department-unknown`, `webhook-not-found`, `settings-changed`
 */
export async function writeSettings(
  ctx: Context,
  input: { account: Account; body: unknown; merge: boolean },
): Promise<Record<string, unknown>> {
  const { account } = input
  const user = accountAdmin(ctx, account)
  const stored = await storedSettings(ctx, account)
  const body = input.merge ? { ...(await readSettings(ctx, account)), ...objectOf(input.body) } : input.body
  const { apiKeys: sentKeys, webhooks: sentWebhooks, ...rest } = parseSettings(account, body)
  const webhooks = sentWebhooks?.map(({ id: _, ...webhook }) => webhook)
  const names = await directoryNames(ctx, account)
  const { department } = account
  // The departments of another directory are not stored here.
  if (department && !ctx.config.DIRECTORY_URL && names.departmentName === undefined)
    throw problem('department-unknown', { department })
  const owner = ownerWithNames(user, account, names)
  const email = await emailFor(ctx, account, user)
  const settings = {
    ...completed(ctx, { ...rest, ...(webhooks ? { webhooks } : {}) }),
    name: accountNameOf(owner),
    email,
  }
  checkSites(account, settings)
  const keys = await changeKeys(ctx, { owner, email, sent: sentKeys ?? [] })

  await storeSettings(ctx, { account, settings, replacedVersion: stored?.version ?? 0 }, [
    ...keys.statements,
    ...claimDomains(ctx, account, settings.publicationSites ?? []),
    ...(await changeWebhooks(ctx, account, sentWebhooks ?? [])),
    audit(ctx, 'writeSettings', `settings/${account.type}/${account.id}`),
  ])
  forgetKeys(keys.revoked)
  forgetDomains()
  if (!account.department) {
    const isSent = !input.merge || 'topics' in objectOf(input.body)
    if (isSent) await applyTopics(ctx, account, { before: stored?.settings.topics, after: settings.topics })
    await detachCustomMetadata(ctx, account, {
      before: stored?.settings.datasetsMetadata,
      after: settings.datasetsMetadata,
    })
  }
  return {
    ...settings,
    type: account.type,
    id: account.id,
    ...(account.department ? { department: account.department } : {}),
    apiKeys: keys.answers,
  }
}

/** The address of the settings: of the user whose settings they are, whoever writes them; else of the caller. */
async function emailFor(ctx: Context, { type, id }: Account, user: { id: string; email: string }): Promise<string> {
  if (type !== 'user' || id === user.id) return user.email
  const { users } = tables
  const [row] = await ctx.db.select({ email: users.email }).from(users).where(eq(users.id, id))
  return row?.email ?? user.email
}

/** The settings of a body. Properties that the service sets itself are dropped. @throws `body-invalid` */
function parseSettings(account: Account, body: unknown) {
  const parsed = checkAgainst(account.department ? departmentSettingsSchema : settingsSchema, body)
  const { id: _, type: __, name: ___, email: ____, department: _____, operationsPermissions: ______, ...sent } = parsed
  return sent
}

/** Writes the settings in one batch with the statements that belong to them. @throws `settings-changed` */
async function storeSettings(
  ctx: Context,
  input: { account: Account; settings: StoredSettings; replacedVersion: number },
  statements: BatchItem<'sqlite'>[],
): Promise<void> {
  const { account, settings, replacedVersion } = input
  const { settings: table } = tables
  const changed = {
    body: JSON.stringify(settings),
    updatedAt: ctx.now().toISOString(),
    version: replacedVersion + 1,
  }
  const key = { ownerType: account.type, ownerId: account.id, department: account.department ?? '' }
  const changes = ctx.db.batch([
    requireThat(
      ctx.db,
      'settings_unchanged',
      sql`coalesce((select version from ${table} where ${rowOf(account)}), 0) = ${replacedVersion}`,
    ),
    ctx.db
      .insert(table)
      .values({ ...key, ...changed })
      .onConflictDoUpdate({ target: [table.ownerType, table.ownerId, table.department], set: changed }),
    ...statements,
  ])
  await changes.catch((error: unknown) => {
    throw isFailed(error, 'settings_unchanged') ? problem('settings-changed') : error
  })
}

const objectOf = (body: unknown): object =>
  typeof body === 'object' && body !== null && !Array.isArray(body) ? body : { body }

/** Adds the ids that are missing. */
function completed(ctx: Context, settings: StoredSettings): StoredSettings {
  const { topics, privateVocabulary, datasetsMetadata, publicationSites = [], ...rest } = settings
  const withId = topics?.map((topic) => ({ ...topic, id: topic.id ?? ctx.newId() }))
  if (withId && new Set(withId.map(({ id }) => id)).size < withId.length) {
    throw problem('body-invalid', {
      reason: { en: 'data/topics two topics have the same id', fr: 'data/topics deux thématiques ont le même id' },
    })
  }
  return {
    ...rest,
    publicationSites,
    ...(withId ? { topics: withId } : {}),
    ...(privateVocabulary
      ? {
          privateVocabulary: privateVocabulary.map((concept) => {
            const id = concept.id ?? titleSlug(concept.title)
            return { ...concept, id, identifiers: concept.identifiers?.length ? concept.identifiers : [id] }
          }),
        }
      : {}),
    ...(datasetsMetadata
      ? {
          datasetsMetadata: {
            ...datasetsMetadata,
            ...(datasetsMetadata.custom
              ? { custom: datasetsMetadata.custom.map((one) => ({ ...one, key: one.key ?? titleSlug(one.title) })) }
              : {}),
          },
        }
      : {}),
  }
}

/** Only sites of an organization as a whole may list contributing departments. */
function checkSites(account: Account, { publicationSites }: StoredSettings): void {
  if (account.department && publicationSites?.some(({ settings }) => settings?.contributorDepartments?.length)) {
    throw problem('body-invalid', {
      reason: {
        en: 'data/publicationSites contributorDepartments is not for the site of a department',
        fr: "data/publicationSites contributorDepartments ne concerne pas le site d'une direction",
      },
    })
  }
}
