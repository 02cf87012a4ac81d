import type { FieldStatistics } from '../../../datasets'
import { shortened } from '../../../schema/cut-text'
import { decimalsOf } from '../../../schema/numbers/amounts'
import { operandText } from '../../filters/filter-text'
import { areQuantities, decimalsIn, hasCents, isQuantity } from '../../table/quantity'
import type { View } from '../../view'
import type { PublishedColumn } from './published-values'

/** Examples of the values of a column. */
const shownSamples = 3
/** Different values may be written alike: labels, dates without their time. */
const comparedSamples = 20

type Props = {
  view: View
  values: readonly string[]
  column: PublishedColumn | undefined
  /** Of the file as it was read. */
  statistics: FieldStatistics | undefined
}

/** Some values as the page of the dataset will show them, each with the text that is stored where it differs. */
export function Samples({ view, values, column, statistics }: Props) {
  const published = values.map((raw) => {
    const value = column ? column.publish(raw) : raw
    return { raw, value: isNumeric(column) && value !== null && value !== '' ? Number(value) : value }
  })
  const textOf = textsFor(
    view,
    column,
    statistics,
    published.map(({ value }) => value),
  )
  const texts = [...new Map(published.map((one) => [one.raw, one])).values()]
    .slice(0, comparedSamples)
    .flatMap(({ raw, value }) => (value === null ? [] : [[textOf(value), raw] as const]))
  const samples = [...new Map(texts)].slice(0, shownSamples)
  return (
    <>
      {samples.map(([text, raw], at) => {
        const shown = shortened(text, 40)
        return (
          <>
            {at > 0 && ' · '}
            {text === raw ? shown : <span title={raw}>{shown}</span>}
          </>
        )
      })}
    </>
  )
}

const isNumeric = (column: PublishedColumn | undefined): boolean =>
  column?.field.type === 'number' || column?.field.type === 'integer'

/** How values are written: numbers with the thousands separators and the cents that the table will give them. */
function textsFor(
  view: View,
  column: PublishedColumn | undefined,
  statistics: FieldStatistics | undefined,
  values: readonly unknown[],
): (value: unknown) => string {
  const field = column?.field
  const isKnown = typeof statistics?.min === 'number'
  const isGrouped = field && (isKnown ? isQuantity(field, statistics) : areQuantities(field, values))
  const decimals = field ? decimalsIn(field, statistics, values) : 0
  return (value) => {
    if (!field || !isNumeric(column) || typeof value !== 'number' || Number.isNaN(value))
      return operandText(view, field, String(value))
    const label = field['x-labels']?.[String(value)]
    if (label) return label
    return hasCents(field, value, Math.max(decimals, decimalsOf(value)))
      ? view.amount(value)
      : view.figure(value, isGrouped === true)
  }
}
