import type { Dataset, FieldStatistics } from '../../datasets'
import type { View } from '../view'

export type EmbedInput = {
  view: View
  dataset: Dataset
  params: URLSearchParams
  statistics: ReadonlyMap<string, FieldStatistics>
  address: string
  /** The lines are those of the draft. */
  draft: boolean
}
