/** The part of a readable dataset that is visible to a caller: its lines and its draft. Pure. */
import { type Actor, actingAccount, type DatasetOperation, referenceOf, withoutLinkKey } from '../../identity'
import { can, roleOver, userIdOf } from '../../permissions'
import { withoutObserved } from '../../schema/profile/field-observations'
import type { Dataset } from './dataset'
import type { Version } from './document'

/** Whether callers see different lines of a dataset (`filterActiveAccount`): responses must not be cached. */
export const isPerAccount = ({ metadata }: Pick<Dataset, 'metadata'>): boolean =>
  metadata.virtual?.filterActiveAccount === true

/**
 * The accounts whose lines are visible to a caller, as `user:<id>` and `organization:<id>[:<department>]`; empty for a
 * caller without an account, undefined for a caller who sees every line.
 */
export function visibleAccounts(actor: Actor, dataset: Pick<Dataset, 'metadata' | 'owner'>): string[] | undefined {
  if (!isPerAccount(dataset)) return undefined
  const caller = withoutLinkKey(actor)
  if (caller.type === 'system' || roleOver(caller, dataset.owner)) return undefined
  const user = userIdOf(caller)
  const accounts = user === undefined ? [] : [`user:${user}`]
  const account = actingAccount(caller)
  if (account?.type === 'organization') accounts.push(referenceOf(account))
  return accounts
}

/** Operations on drafts: a caller who may do one of them sees the draft. */
const draftOperations = [
  'readJournal',
  'writeDescription',
  'writeData',
  'validateDraft',
  'cancelDraft',
] as const satisfies DatasetOperation[]

/**
 * The visible part of a dataset: without the draft for callers who may do none of `draftOperations`, without the address of
 * its file, which may hold a secret, for those who may not change it, and without the values observed in lines for callers who see
 * only a part of the lines. What the lines are read with, such as the filters of a virtual dataset, is all there.
 */
export function visibleTo(actor: Actor, dataset: Dataset): Dataset {
  const hidesDraft = dataset.draft !== undefined && !mayReadDraft(actor, dataset)
  const hidesLines = visibleAccounts(actor, dataset) !== undefined
  const hidesAddress = dataset.remoteFile !== undefined && !can(actor, 'writeDescription', dataset)
  if (!hidesDraft && !hidesLines && !hidesAddress) return dataset
  return {
    ...dataset,
    draft: hidesDraft ? undefined : dataset.draft,
    remoteFile: hidesAddress ? undefined : dataset.remoteFile,
    published: hidesLines ? withoutObservations(dataset.published) : dataset.published,
  }
}

/**
 * The definition of a virtual dataset in its description: for callers who may not change it, without the filters on columns that it
 * does not have, whose values these callers do not see.
 */
export function visibleDefinition(actor: Actor, dataset: Dataset): Dataset['metadata']['virtual'] {
  const { virtual } = dataset.metadata
  if (!virtual?.filters?.length || can(actor, 'writeDescription', dataset)) return virtual
  const keys = new Set(dataset.published.schema.map(({ key }) => key))
  return { ...virtual, filters: virtual.filters.filter(({ key }) => keys.has(key)) }
}

const mayReadDraft = (actor: Actor, dataset: Dataset): boolean =>
  draftOperations.some((operation) => can(actor, operation, dataset))

/** Removes the number of lines, box, period and values, which describe all lines. */
export function withoutObservations({ count: _, bbox: __, timePeriod: ___, schema, ...version }: Version): Version {
  return {
    ...version,
    schema: schema.map(withoutObserved),
  }
}
