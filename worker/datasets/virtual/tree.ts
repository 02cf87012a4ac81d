import type { Context } from '../../context'
import { Problem, type ProblemCode, problem } from '../../errors'
import { actorOfAccount } from '../../identity'
import { limits } from '../../limits'
import { anyoneCan, can } from '../../permissions'
import { lineOptions, withCalculated } from '../../schema/calculated'
import { excerptOf } from '../../schema/cut-text'
import type { Dataset } from '../metadata/dataset'
import type { Approvals } from '../metadata/document'
import { recentDataset } from '../metadata/load'
import { approvedState, isCovered, type Root, readingOperations } from './approvals'
import type { VirtualOptions } from './schema'
import { type ChildStep, walkChildren } from './walk'

/** The source datasets of the lines of a virtual dataset. */

/** A filter. `isHidden` when a dataset on the path does not show the field: the filter then sees no values. */
type VirtualFilter = NonNullable<VirtualOptions['filters']>[number] & { isHidden?: boolean }

/**
 * A path from a virtual dataset to a dataset with lines: the filters on the path, and the keys that are visible along
 * it.
 */
export type Path = { filters: readonly VirtualFilter[]; keys?: ReadonlySet<string> }

export type Leaf = { dataset: Dataset; paths: Path[] }

/** The reason why a child cannot be read; `restricted`: the virtual dataset has readers without access to the child. */
export type UnreadableChild = { child: string; reason: 'missing' | 'refused' | 'circular' | 'filtered' | 'restricted' }

/** The approvals of the datasets on the path, while they cover all restrictions below them. */
type State = { path: Path; approvals: readonly Approvals[] }

/**
 * Finds all source datasets, each once. Each level reads its children with the rights of the account that owns it. A
 * child that some readers of the root may not read is refused unless it was approved.
 *
 * @param refuse creates the error of a child that cannot be read
 * @throws the errors of `refuse`, `virtual-too-large`, `virtual-too-nested`
 */
export async function leavesOf(
  ctx: Context,
  root: Root,
  refuse: (unreadable: UnreadableChild) => Problem,
): Promise<Leaf[]> {
  const leaves = new Map<string, Leaf>()
  const start: State = { path: { filters: [] }, approvals: [root.approvals] }
  await walkChildren(root, start, async (step, { path, approvals }) => {
    const { parent, id } = step
    if (step.isCircular) throw refuse({ child: id, reason: 'circular' })
    const child = await readable(ctx, step, refuse)
    if (isClosedToLink(ctx, root, child)) throw refuse({ child: id, reason: 'restricted' })
    const next = isCovered(root, child) ? [...approvals, child.approvals] : stillApproved(approvals, child)
    if (next.length === 0) throw refuse({ child: id, reason: 'restricted' })
    const own = (parent.metadata.virtual?.filters ?? []).filter(({ values }) => values.length > 0)
    const within: Path = { ...path, filters: [...path.filters, ...own] }
    if (child.nature === 'virtual') {
      if (child.metadata.virtual?.filterActiveAccount) throw refuse({ child: id, reason: 'filtered' })
      return { child, state: { path: through(child, within), approvals: next } }
    }
    const leaf = leaves.get(id)
    if (leaf) leaf.paths.push(within)
    else leaves.set(id, { dataset: child, paths: [within] })
    if (leaves.size > limits.datasets.maxDescendants) {
      throw problem('virtual-too-large', { max: limits.datasets.maxDescendants })
    }
    return undefined
  })
  return [...leaves.values()]
}

/** The error of a query of a virtual dataset with an unreadable child. */
export const unqueryable =
  (id: string) =>
  ({ child, reason }: UnreadableChild): Problem =>
    problem(reason === 'restricted' ? 'virtual-restricted' : 'virtual-unreadable', { id, child: excerptOf(child) })

function stillApproved(approvals: readonly Approvals[], child: Dataset): Approvals[] {
  const state = approvals.some((one) => one[child.id] !== undefined) ? approvedState(child) : undefined
  return approvals.filter((one) => state !== undefined && one[child.id] === state)
}

/**
 * A visitor with a link key has no account. The key opens only datasets of one owner; a virtual dataset read
 * through it is limited in the same way, unless the child or the virtual dataset is public.
 */
function isClosedToLink(ctx: Context, root: Root, child: Dataset): boolean {
  if (!('actor' in ctx.identity) || ctx.identity.actor.type !== 'linkKey') return false
  const isOwn = (['type', 'id', 'department'] as const).every((part) => root.owner[part] === child.owner[part])
  const isOpen = readingOperations(child).every((operation) => anyoneCan(operation, child.permissions))
  return !isOwn && !isOpen && !anyoneCan('readLines', root.permissions)
}

/** The path through a virtual child: fields that it does not show are hidden from the filters above it too. */
function through(child: Dataset, { filters, keys }: Path): Path {
  const { schema } = child.published
  // The language is only needed for the names of calculated fields, which are not used here.
  const shown = new Set(withCalculated(schema, 'file', 'en', lineOptions(child.metadata)).map(({ key }) => key))
  return {
    filters: filters.map((filter) => (shown.has(filter.key) ? filter : { ...filter, isHidden: true })),
    keys: new Set(schema.flatMap(({ key }) => (!keys || keys.has(key) ? key : []))),
  }
}

async function readable(
  ctx: Context,
  { parent, id }: ChildStep<Pick<Dataset, 'owner'>>,
  refuse: (unreadable: UnreadableChild) => Problem,
): Promise<Dataset> {
  const child = await recentDataset(ctx, id).catch((error: unknown) => {
    const code: ProblemCode = 'dataset-not-found'
    if (error instanceof Problem && error.code === code) throw refuse({ child: id, reason: 'missing' })
    throw error
  })
  const account = actorOfAccount(parent.owner)
  if (!readingOperations(child).every((operation) => can(account, operation, child))) {
    throw refuse({ child: id, reason: 'refused' })
  }
  return child
}
