import type { Dataset } from '../../datasets'
import { isHistoryOpenTo } from '../../datasets/lines-api'
import { allows } from '../dataset/frame'
import type { View } from '../view'

/**
 * Whether pages link to the history of the rows for a reader. Those of a protected link see the dataset alone: its history is
 * another page.
 */
export function readsHistory(view: View, dataset: Dataset): boolean {
  const { identity } = view.ctx
  if (!('actor' in identity) || identity.actor.type === 'linkKey') return false
  const isKept = dataset.metadata.rest?.history === true
  return isKept && allows(view, dataset, 'readRevisions') && isHistoryOpenTo(identity.actor, dataset)
}
