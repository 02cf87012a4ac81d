import { actorOfAccount, can } from '../../accounts'
import type { Context } from '../../context'
import { Problem, type ProblemCode, problem } from '../../errors'
import { limits } from '../../limits'
import type { VirtualOptions } from '../document'
import { type Dataset, recentDataset } from '../load'

/** The datasets that the lines of a virtual dataset come from (contract lines §7). */

export type VirtualFilter = NonNullable<VirtualOptions['filters']>[number]

/** A way from a virtual dataset to one that has lines: the conditions on it, and the keys that are shown all along. */
export type Path = { filters: readonly VirtualFilter[]; keys?: ReadonlySet<string> }

export type Leaf = { dataset: Dataset; paths: Path[] }

/** Why a child cannot be read. */
export type Unreadable = { child: string; reason: 'missing' | 'refused' | 'circular' | 'filtered' }

/**
 * Finds them all, each once. Each level reads its children with the rights of the account that owns it.
 *
 * @param refuse makes the error of a child that cannot be read
 * @throws what `refuse` makes, `virtual-too-large`
 */
export async function leavesOf(
  ctx: Context,
  root: Pick<Dataset, 'id' | 'owner' | 'metadata'>,
  refuse: (unreadable: Unreadable) => Problem,
): Promise<Leaf[]> {
  const leaves = new Map<string, Leaf>()
  const visit = async (parent: typeof root, path: Path, ancestors: readonly string[]): Promise<void> => {
    const { children = [], filters } = parent.metadata.virtual ?? {}
    const own = (filters ?? []).filter(({ values }) => values.length > 0)
    const within: Path = { ...path, filters: [...path.filters, ...own] }
    for (const id of new Set(children)) {
      if (ancestors.includes(id)) throw refuse({ child: id, reason: 'circular' })
      const child = await readable(ctx, parent, id, refuse)
      if (child.nature === 'virtual') {
        if (child.metadata.virtual?.filterActiveAccount) throw refuse({ child: id, reason: 'filtered' })
        await visit(child, { ...within, keys: shownBy(child, within.keys) }, [...ancestors, id])
        continue
      }
      const known = leaves.get(id)
      if (known) known.paths.push(within)
      else leaves.set(id, { dataset: child, paths: [within] })
      if (leaves.size > limits.datasets.maxDescendants) {
        throw problem('virtual-too-large', { max: limits.datasets.maxDescendants })
      }
    }
  }
  await visit(root, { filters: [] }, [root.id])
  return [...leaves.values()]
}

/** Keys of a virtual dataset that are shown by what is above it too. */
function shownBy({ published }: Dataset, above: ReadonlySet<string> | undefined): ReadonlySet<string> {
  return new Set(published.schema.flatMap(({ key }) => (!above || above.has(key) ? key : [])))
}

async function readable(
  ctx: Context,
  { owner }: Pick<Dataset, 'owner'>,
  id: string,
  refuse: (unreadable: Unreadable) => Problem,
): Promise<Dataset> {
  const child = await recentDataset(ctx, id).catch((error: unknown) => {
    const gone: ProblemCode = 'dataset-not-found'
    if (error instanceof Problem && error.code === gone) throw refuse({ child: id, reason: 'missing' })
    throw error
  })
  if (!can(actorOfAccount(owner), 'readLines', child)) throw refuse({ child: id, reason: 'refused' })
  return child
}
