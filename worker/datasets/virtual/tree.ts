import type { Context } from '../../context'
import { Problem, type ProblemCode, problem } from '../../errors'
import { actorOfAccount } from '../../identity'
import { limits } from '../../limits'
import { anyoneCan, can } from '../../permissions'
import { lineOptions, withCalculated } from '../../schema/calculated'
import type { Approvals, VirtualOptions } from '../metadata/document'
import { type Dataset, recentDataset } from '../metadata/load'
import { approvedState, isCovered, type Root, readingOperations } from './approvals'
import { type Step, walk } from './walk'

/** The datasets that the lines of a virtual dataset come from (contract lines §7). */

/** A condition; `isHidden` by a dataset on the way, which does not show the field: it is as if no line had a value. */
export type VirtualFilter = NonNullable<VirtualOptions['filters']>[number] & { isHidden?: boolean }

/** A way from a virtual dataset to one that has lines: the conditions on it, and the keys that are shown all along. */
export type Path = { filters: readonly VirtualFilter[]; keys?: ReadonlySet<string> }

export type Leaf = { dataset: Dataset; paths: Path[] }

/** Why a child cannot be read; `restricted`: the virtual dataset has readers whom the child leaves out. */
export type Unreadable = { child: string; reason: 'missing' | 'refused' | 'circular' | 'filtered' | 'restricted' }

/** `approvals` of the datasets on the way, as far as all that was restricted since was approved by them. */
type State = { path: Path; approvals: readonly Approvals[] }

/**
 * Finds them all, each once. Each level reads its children with the rights of the account that owns it, and none is shown
 * to readers of the root whom it leaves out, unless that was approved.
 *
 * @param refuse makes the error of a child that cannot be read
 * @throws what `refuse` makes, `virtual-too-large`, `virtual-too-nested`
 */
export async function leavesOf(ctx: Context, root: Root, refuse: (unreadable: Unreadable) => Problem): Promise<Leaf[]> {
  const leaves = new Map<string, Leaf>()
  const start: State = { path: { filters: [] }, approvals: [root.approvals] }
  await walk(root, start, async (step, { path, approvals }) => {
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
    const known = leaves.get(id)
    if (known) known.paths.push(within)
    else leaves.set(id, { dataset: child, paths: [within] })
    if (leaves.size > limits.datasets.maxDescendants) {
      throw problem('virtual-too-large', { max: limits.datasets.maxDescendants })
    }
    return undefined
  })
  return [...leaves.values()]
}

/** The error of a virtual dataset that is queried while a child cannot be read. */
export const unqueryable =
  (id: string) =>
  ({ child, reason }: Unreadable): Problem =>
    problem(reason === 'restricted' ? 'virtual-restricted' : 'virtual-unreadable', { id, child: child.slice(0, 100) })

function stillApproved(approvals: readonly Approvals[], child: Dataset): Approvals[] {
  const state = approvals.some((one) => one[child.id] !== undefined) ? approvedState(child) : undefined
  return approvals.filter((one) => state !== undefined && one[child.id] === state)
}

/**
 * Whoever follows a link reads in nobody's name. A link opens datasets of its owner only, and so does a virtual dataset that
 * is read through it, unless everybody reads the child, or the virtual dataset, anyway.
 */
function isClosedToLink(ctx: Context, root: Root, child: Dataset): boolean {
  if (!('actor' in ctx.identity) || ctx.identity.actor.type !== 'applicationKey') return false
  const isOwn = (['type', 'id', 'department'] as const).every((part) => root.owner[part] === child.owner[part])
  const isOpen = readingOperations(child).every((operation) => anyoneCan(operation, child.permissions))
  return !isOwn && !isOpen && !anyoneCan('readLines', root.permissions)
}

/** The path through a virtual child: it hides the fields that it does not show, from conditions above it too. */
function through(child: Dataset, { filters, keys }: Path): Path {
  const { schema } = child.published
  // The language names calculated fields, which is not used here.
  const shown = new Set(withCalculated(schema, 'file', 'en', lineOptions(child.metadata)).map(({ key }) => key))
  return {
    filters: filters.map((filter) => (shown.has(filter.key) ? filter : { ...filter, isHidden: true })),
    keys: new Set(schema.flatMap(({ key }) => (!keys || keys.has(key) ? key : []))),
  }
}

async function readable(
  ctx: Context,
  { parent, id }: Step<Pick<Dataset, 'owner'>>,
  refuse: (unreadable: Unreadable) => Problem,
): Promise<Dataset> {
  const child = await recentDataset(ctx, id).catch((error: unknown) => {
    const gone: ProblemCode = 'dataset-not-found'
    if (error instanceof Problem && error.code === gone) throw refuse({ child: id, reason: 'missing' })
    throw error
  })
  const account = actorOfAccount(parent.owner)
  if (!readingOperations(child).every((operation) => can(account, operation, child))) {
    throw refuse({ child: id, reason: 'refused' })
  }
  return child
}
