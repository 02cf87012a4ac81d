/** The chart that an address names, with its data: the same for the page, its embed and its files. */
import { isEmpty } from '../../../applications/shared/charting/chart-data'
import type { Dataset } from '../../datasets'
import { openLines, profileLines } from '../../datasets/lines-api'
import type { Problem } from '../../errors'
import { limits } from '../../limits'
import type { Field } from '../../schema/field'
import { fieldsOf } from '../fields'
import { resultOf } from '../table/read-table'
import { linesQuery } from '../table/state'
import type { View } from '../view'
import { type ChartChoice, chosen } from './chart-choice'
import { chartTitle, type Statistics, wordingOf, writeOf } from './chart-texts'
import type { Write } from './draw/axis'
import { type DrawnChart, readChart } from './read-chart'

export type ChartInput = {
  view: View
  dataset: Dataset
  params: URLSearchParams
  statistics: Statistics
  address: string
  draft?: boolean
}

export type OpenedChart = {
  choice: ChartChoice
  fields: Field[]
  title: string
  write: Write
  /** Undefined: no row has what it shows. */
  drawn: DrawnChart | Problem | undefined
}

/** @returns undefined when the dataset has no column to group by */
export async function openChart(input: Omit<ChartInput, 'address'>): Promise<OpenedChart | undefined> {
  const { view, dataset, params, draft = false } = input
  const statistics = draft ? input.statistics : await chartStatistics(input)
  const fields = fieldsOf(view, dataset)
  const choice = chosen(params, fields, statistics)
  if (!choice) return undefined
  const { chart } = choice
  const opened = await openLines(view.ctx, { id: dataset.id, draft }, 'getValuesAgg')
  const wording = wordingOf(view, fields, statistics)
  const shared = linesQuery(params)
  const read = await resultOf(readChart(chart, { ctx: view.ctx, opened, shared, width: choice.width, wording }))
  return {
    choice,
    fields,
    title: chartTitle(view, choice),
    write: writeOf(view, chart, fields, statistics),
    drawn: 'problem' in read ? read.problem : isEmpty(read.value.data) ? undefined : read.value,
  }
}

/** The statistics by which charts are proposed: those of the file, else those of a sample of the rows. */
export async function chartStatistics(input: Pick<ChartInput, 'view' | 'dataset' | 'statistics'>): Promise<Statistics> {
  const { view, dataset, statistics } = input
  if (statistics.size > 0) return statistics
  const read = await resultOf(profileLines(view.ctx, dataset, limits.pages.chartSample))
  return 'value' in read ? read.value.statistics : statistics
}

/** The title that a saved chart gets unless another is typed. */
export const proposedTitle = ({ title }: Pick<OpenedChart, 'title'>, { metadata }: Dataset): string =>
  `${title} – ${metadata.title}`
