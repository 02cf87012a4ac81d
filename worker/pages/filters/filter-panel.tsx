import type { Dataset, FieldStatistics } from '../../datasets'
import { openLines } from '../../datasets/lines-api'
import { limits } from '../../limits'
import type { Field } from '../../schema/field'
import { ColumnPanel } from '../table/column-panel'
import { isFiltered } from '../table/state'
import type { View } from '../view'
import { figuresOfColumn } from './column-figures'

type Props = {
  view: View
  dataset: Dataset
  address: string
  /** `column`: the column that is filtered by. */
  params: URLSearchParams
  fields: readonly Field[]
  statistics: ReadonlyMap<string, FieldStatistics>
}

/** The panel of the column that the address names, on pages without a table: its values and its filters. */
export async function FilterPanel({ view, dataset, address, params, fields, statistics }: Props) {
  const field = fields.find(({ key }) => key === params.get('column'))
  if (!field) return null
  const { ctx } = view
  const opened = await openLines(ctx, { id: dataset.id, draft: false })
  const ofAll = statistics.get(field.key)
  const isCheap = opened.source.pointer.count <= limits.pages.maxFoundLines
  const readsFound = isFiltered(params) && (isCheap || params.get('figures') === 'found')
  const figures = await figuresOfColumn(ctx, opened, { field, params, statistics: ofAll, readsFound })
  return <ColumnPanel {...{ view, address, params, field }} statistics={ofAll} {...figures} />
}
