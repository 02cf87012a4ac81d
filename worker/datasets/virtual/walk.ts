import { problem } from '../../errors'
import { limits } from '../../limits'
import type { Dataset } from '../metadata/dataset'

/** A virtual dataset in a walk. */
type Followed = { id: string; metadata: Pick<Dataset['metadata'], 'virtual'> }

/** A step from a dataset to a child. `isCircular`: the child is the dataset itself or one of its ancestors. */
export type ChildStep<Parent> = { parent: Parent; id: string; isCircular: boolean }

/**
 * Walks every path from a virtual dataset to its descendants, in the order of the children of each dataset.
 *
 * @param enter is called for each step with the state of the path, and returns the dataset to descend into; undefined
 *   ends the path
 * @throws `virtual-too-nested`, the errors of `enter`
 */
export async function walkChildren<State, Root extends Followed>(
  root: Root,
  state: State,
  enter: (step: ChildStep<Root | Dataset>, state: State) => Promise<{ child: Dataset; state: State } | undefined>,
): Promise<void> {
  let steps = 0
  const visit = async (parent: Root | Dataset, path: State, ancestors: readonly string[]): Promise<void> => {
    for (const id of new Set(parent.metadata.virtual?.children)) {
      const max = limits.datasets.maxVirtualPaths
      if (++steps > max) throw problem('virtual-too-nested', { max })
      const entered = await enter({ parent, id, isCircular: ancestors.includes(id) }, path)
      if (entered?.child.nature === 'virtual') await visit(entered.child, entered.state, [...ancestors, id])
    }
  }
  await visit(root, state, [root.id])
}
