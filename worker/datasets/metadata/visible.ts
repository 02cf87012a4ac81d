/** What a caller may see of a dataset that it may read: pure. Every decision about lines and drafts is made here. */
import { type Actor, actingAccount, type DatasetOperation, referenceOf, withoutLink } from '../../identity'
import { can, roleOver, userIdOf } from '../../permissions'
import { withoutObserved } from '../../schema/observed'
import type { Version } from './document'
import type { Dataset } from './row'

/** Whether callers see different lines of a dataset (`filterActiveAccount`): no answer about them may be shared. */
export const isPerAccount = ({ metadata }: Pick<Dataset, 'metadata'>): boolean =>
  metadata.virtual?.filterActiveAccount === true

/**
 * The accounts whose lines a caller sees, as `user:<id>` and `organization:<id>[:<department>]`: none for a caller without
 * an account. Undefined where the caller sees every line.
 */
export function visibleAccounts(actor: Actor, dataset: Pick<Dataset, 'metadata' | 'owner'>): string[] | undefined {
  if (!isPerAccount(dataset)) return undefined
  const caller = withoutLink(actor)
  if (caller.type === 'system' || roleOver(caller, dataset.owner)) return undefined
  const user = userIdOf(caller)
  const accounts = user === undefined ? [] : [`user:${user}`]
  const account = actingAccount(caller)
  if (account?.type === 'organization') accounts.push(referenceOf(account))
  return accounts
}

/** Operations of those who work on a dataset: any of them opens its draft. */
const draftOperations = [
  'readJournal',
  'writeDescription',
  'writeData',
  'validateDraft',
  'cancelDraft',
] as const satisfies DatasetOperation[]

/**
 * The dataset as a caller sees it: without its draft unless the caller works on it, and without what was observed in
 * lines that the caller does not see.
 */
export function visibleTo(actor: Actor, dataset: Dataset): Dataset {
  const hidesDraft = dataset.draft !== undefined && !mayReadDraft(actor, dataset)
  const hidesLines = visibleAccounts(actor, dataset) !== undefined
  if (!hidesDraft && !hidesLines) return dataset
  return {
    ...dataset,
    draft: hidesDraft ? undefined : dataset.draft,
    published: hidesLines ? withoutObservations(dataset.published) : dataset.published,
  }
}

const mayReadDraft = (actor: Actor, dataset: Dataset): boolean =>
  draftOperations.some((operation) => can(actor, operation, dataset))

/** Number of lines, box, period and values are those of all lines. */
function withoutObservations({ count: _, bbox: __, timePeriod: ___, schema, ...version }: Version): Version {
  return {
    ...version,
    schema: schema.map(withoutObserved),
  }
}
