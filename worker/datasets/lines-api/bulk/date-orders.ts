/** The order of the day and the month in the dates of a CSV: one for all values of a column. */
import { Problem } from '../../../errors'
import { type ActionsSource, type ReadDate, readActions } from '../../../lines/write/parse-actions'
import type { WriteSchema } from '../../../lines/write/write-schema'
import { type DateOrder, DateOrderTally, storedDate, storedMonthFirst } from '../../../schema/dates/stored-date'

/** `assumed`: the order of the reader, which dates have that exist in both orders. */
export type DateOrders = { readDate: ReadDate; assumed: DateOrder | undefined }

/** Reads the dates of a source, which is opened a second time to write them. @param ofReader the order where no date decides */
export async function dateOrders(
  source: ActionsSource,
  writeSchema: WriteSchema,
  ofReader: DateOrder,
): Promise<DateOrders> {
  const tallies = new Map<string, DateOrderTally>()
  const hasDates = writeSchema.fields.some(({ format }) => format === 'date' || format === 'date-time')
  if (source.format === 'csv' && hasDates) await tally(source, writeSchema, tallies)
  const orders = new Map([...tallies].map(([key, one]) => [key, one.order(ofReader)]))
  return {
    readDate: (key, format, text) =>
      orders.get(key)?.order === 'monthFirst' ? storedMonthFirst(format, text) : storedDate(format, text),
    assumed: orders.values().find(({ isAssumed }) => isAssumed)?.order,
  }
}

/**
 * Collects the dates of each column, up to the end of the source or its first error. The error is not reported here: the second
 * reading, which writes, meets it again.
 */
async function tally(
  source: ActionsSource,
  writeSchema: WriteSchema,
  tallies: Map<string, DateOrderTally>,
): Promise<void> {
  const readDate: ReadDate = (key, _, text) => {
    const ofColumn = tallies.get(key) ?? new DateOrderTally()
    tallies.set(key, ofColumn)
    ofColumn.add(text)
    return text
  }
  try {
    for await (const _ of readActions({ ...source, readDate }, writeSchema, () => {}));
  } catch (error) {
    if (!(error instanceof Problem)) throw error
  }
}
