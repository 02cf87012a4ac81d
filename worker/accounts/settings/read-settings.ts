import { and, eq } from 'drizzle-orm'
import type { Context } from '../../context'
import { tables } from '../../db/client'
import { parseReplacing } from '../../schema/well-formed'
import { accountAdmin, accountMember } from '../actor'
import { accountKeys, presentKey } from '../keys/api-key'
import type { Account } from './account-names'
import { type PublicationSite, type StoredSettings, storedSettingsSchema } from './schema'

type SettingsRow = { settings: StoredSettings & { name?: string; email?: string }; version: number }

const storedRowSchema = storedSettingsSchema.loose()

/** The stored settings of an account, without a permission check; undefined when there are none. */
export async function storedSettings(ctx: Pick<Context, 'db'>, account: Account): Promise<SettingsRow | undefined> {
  const [row] = await ctx.db.select().from(tables.settings).where(rowOf(account))
  if (!row) return undefined
  return { settings: storedRowSchema.parse(parseReplacing(row.body)), version: row.version }
}

/** A concept of an account. */
export type PrivateConcept = NonNullable<StoredSettings['privateVocabulary']>[number] & {
  id: string
  identifiers: string[]
}

/** The concepts of an account, besides those of the vocabulary. */
export async function privateConcepts(
  ctx: Pick<Context, 'db'>,
  { type, id }: Pick<Account, 'type' | 'id'>,
): Promise<PrivateConcept[]> {
  const stored = await storedSettings(ctx, { type, id })
  // Settings are stored with ids and identifiers.
  return (stored?.settings.privateVocabulary ?? []).map((concept) => ({
    ...concept,
    id: concept.id ?? '',
    identifiers: concept.identifiers ?? [],
  }))
}

/** The SQL condition that selects the row of an account. */
export function rowOf({ type, id, department }: Account) {
  const { settings } = tables
  return and(eq(settings.ownerType, type), eq(settings.ownerId, id), eq(settings.department, department ?? ''))
}

/** Reads the settings of an account, `{}` when there are none. @throws `account-refused` */
export async function readSettings(ctx: Context, account: Account): Promise<Record<string, unknown>> {
  accountAdmin(ctx, account)
  const [stored, keys] = await Promise.all([storedSettings(ctx, account), accountKeys(ctx, account)])
  if (!stored && keys.length === 0) return {}
  const { department } = account
  return { ...stored?.settings, ...(department ? { department } : {}), apiKeys: keys.map(presentKey) }
}

/** The settings of an organization that its members may read. @throws `account-refused` */
export async function readPart<Part extends 'topics' | 'datasetsMetadata' | 'agentChat'>(
  ctx: Context,
  account: Account,
  part: Part,
): Promise<StoredSettings[Part]> {
  accountMember(ctx, account)
  const { type, id } = account
  return (await storedSettings(ctx, { type, id }))?.settings[part]
}

/** The standard licenses and those of the account, for anyone. */
export async function readLicenses(ctx: Context, account: Account): Promise<{ title: string; href: string }[]> {
  const { type, id } = account
  return [...standardLicenses, ...((await storedSettings(ctx, { type, id }))?.settings.licenses ?? [])]
}

/** The licences of every account. */
export const standardLicenses = [
  { title: 'Creative Commons Attribution', href: 'http://www.opendefinition.org/licenses/cc-by' },
  { title: 'Creative Commons Attribution Share-Alike', href: 'http://www.opendefinition.org/licenses/cc-by-sa' },
  { title: 'Creative Commons CCZero', href: 'http://www.opendefinition.org/licenses/cc-zero' },
  {
    title: 'Licence Ouverte / Open Licence',
    href: 'https://www.etalab.gouv.fr/wp-content/uploads/2014/05/Licence_Ouverte.pdf',
  },
  {
    title: 'Licence Ouverte / Open Licence version 2.0',
    href: 'https://www.etalab.gouv.fr/licence-ouverte-open-licence',
  },
  {
    title: 'Open Data Commons Attribution License (ODC-BY)',
    href: 'http://opendatacommons.org/licenses/by/summary/',
  },
  { title: 'Open Database License (ODbL)', href: 'http://opendatacommons.org/licenses/odbl/summary/' },
  {
    title: 'Open Data Commons Public Domain Dedication and License (PDDL)',
    href: 'http://opendatacommons.org/licenses/pddl/summary/',
  },
]

/** The sites where an account may publish; a department also sees those of its organization. */
export async function readPublicationSites(ctx: Context, account: Account): Promise<PublicationSite[]> {
  accountMember(ctx, account)
  return publicationSitesOf(ctx, account)
}

/** Publication sites without a permission check. `department: '*'` selects the organization and all its departments. */
export async function publicationSitesOf(ctx: Pick<Context, 'db'>, account: Account): Promise<PublicationSite[]> {
  const { settings } = tables
  const rows = await ctx.db
    .select()
    .from(settings)
    .where(and(eq(settings.ownerType, account.type), eq(settings.ownerId, account.id)))
    .orderBy(settings.department)
  const isRequested = (department: string) =>
    department === '' || account.department === '*' || department === account.department
  return rows
    .filter(({ department }) => isRequested(department))
    .flatMap(({ department, body }) =>
      (storedRowSchema.parse(parseReplacing(body)).publicationSites ?? []).map((site) => ({
        ...site,
        ...(department ? { department } : {}),
      })),
    )
}
