/**
 * Checks of changes of a virtual dataset: the caller must be able to read the children, and to grant access to them.
 */

import { isAllowed } from '../../accounts'
import type { Context } from '../../context'
import { problem } from '../../errors'
import { actorOfAccount } from '../../identity'
import { anyoneCan, can, isNoBroaderThan } from '../../permissions'
import { excerptOf } from '../../schema/cut-text'
import type { Field } from '../../schema/field'
import type { Dataset } from '../metadata/dataset'
import type { Approvals } from '../metadata/document'
import { findDataset } from '../metadata/load'
import {
  approvedState,
  childrenOf,
  isCovered,
  isViewUnchanged,
  type Readers,
  type Root,
  readersOf,
  readingOperations,
} from './approvals'
import { walkChildren } from './walk'

/**
 * The approvals of a virtual dataset whose children, conditions, fields or owner change.
 *
 * @param schema the fields that were sent
 * @param before undefined where all children count as new
 * @throws `virtual-child-unreadable` where the caller or the owner may not read a child that is named, or more of which is
 *   shown; `virtual-child-restricted` where such a child is read by fewer than the virtual dataset, and the caller may not
 *   set its permissions
 */
export async function approveChildren(
  ctx: Context,
  after: Root,
  schema: readonly Field[],
  before?: Dataset,
): Promise<Approvals> {
  const unchanged = new Set(before && isViewUnchanged(before, { ...after, schema }) ? childrenOf(before.metadata) : [])
  for (const id of childrenOf(after.metadata)) {
    if (unchanged.has(id)) continue
    const child = await findDataset(ctx, id)
    const account = actorOfAccount(after.owner)
    const isReadable =
      child && readingOperations(child).every((one) => isAllowed(ctx, one, child) && can(account, one, child))
    if (!isReadable) throw problem('virtual-child-unreadable', { child: excerptOf(id) })
  }
  const { approvals, refused } = await approvalsOf(ctx, after, (id) =>
    // A child that was restricted in the meantime stays restricted: an unrelated change does not approve it.
    unchanged.has(id) ? { previous: before?.approvals ?? {}, isApproved: false } : { previous: {}, isApproved: true },
  )
  const [first] = refused
  if (first) throw problem('virtual-child-restricted', { child: excerptOf(first) })
  return approvals
}

/**
 * The approvals of a virtual dataset whose permissions, read key or links change. Saving permissions renews the approvals that
 * the caller may give; so does a read key or a link that gives more people access to the dataset.
 *
 * @throws `virtual-child-restricted` where more people are let in than a child lets in, whose permissions the caller may
 *   not set
 */
export async function approveReaders(ctx: Context, before: Dataset, after: Readers): Promise<Approvals> {
  const isNarrower = isNoBroaderThan(readersOf(after), { ...before, permissions: readersOf(before) })
  const root: Root = { ...before, ...after }
  const isApproved = !isNarrower || (after.readKey === before.readKey && after.links === before.links)
  const previous = isNarrower ? before.approvals : {}
  const { approvals, refused } = await approvalsOf(ctx, root, () => ({ previous, isApproved }))
  const [first] = refused
  if (first && !isNarrower) throw problem('virtual-child-restricted', { child: excerptOf(first) })
  return approvals
}

/** Descendants of a virtual dataset, at any depth, that are not public. */
export async function restrictedDescendants(
  ctx: Context,
  { id: root, virtual }: { id: string; virtual: Dataset['metadata']['virtual'] },
): Promise<Dataset[]> {
  const restricted = new Map<string, Dataset>()
  await walkChildren({ id: root, metadata: { virtual } }, undefined, async ({ id, isCircular }) => {
    const child = isCircular ? undefined : await findDataset(ctx, id)
    if (!child) return undefined
    if (!anyoneCan('readLines', child.permissions)) restricted.set(id, child)
    return { child, state: undefined }
  })
  return [...restricted.values()]
}

/**
 * Adds the approvals that the caller may give, and keeps the existing ones.
 *
 * @param grantOf by the id of a child: the approvals that are still valid for the child and its descendants, and whether
 *   the change may add more with the rights of the caller
 * @returns refused: ids of the datasets that still lack a required approval
 */
async function approvalsOf(
  ctx: Context,
  root: Root,
  grantOf: (child: string) => Grant,
): Promise<{ approvals: Approvals; refused: string[] }> {
  const approvals: Record<string, string> = {}
  const refused: string[] = []
  type Path = { grant?: Grant; inherited: readonly Approvals[] }
  const start: Path = { inherited: [] }
  await walkChildren(root, start, async ({ id, isCircular }, path) => {
    const dataset = isCircular ? undefined : await findDataset(ctx, id)
    if (!dataset) return undefined
    const { previous, isApproved } = path.grant ?? grantOf(id)
    if (isCovered(root, dataset)) {
      return {
        child: dataset,
        state: { grant: { previous, isApproved }, inherited: [...path.inherited, dataset.approvals] },
      }
    }
    const state = approvedState(dataset)
    const inherited = path.inherited.filter((one) => one[id] === state)
    const isApprovedBefore = previous[id] === state
    const isNew = isApproved && inherited.length === 0 && isAllowed(ctx, 'setPermissions', dataset)
    if (isApprovedBefore || isNew) approvals[id] = state
    else if (inherited.length === 0) refused.push(id)
    // A new approval is for another set of lines and fields: approvals below it were for the old set and end.
    return { child: dataset, state: { grant: { previous: isApprovedBefore ? previous : {}, isApproved }, inherited } }
  })
  // A dataset that is refused on one path is refused on all paths.
  for (const id of refused) delete approvals[id]
  return { approvals, refused }
}

type Grant = { previous: Approvals; isApproved: boolean }
