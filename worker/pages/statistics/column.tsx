import type { FieldStatistics } from '../../datasets'
import { defaultTimeZone } from '../../schema/dates/zone'
import type { Field } from '../../schema/field'
import { Distribution } from '../table/distribution'
import { nameOf, TypeMark } from '../table/field'
import { compared, isQuantity, knownCount, readable } from '../table/quantity'
import type { View } from '../view'
import type { ColumnSummary } from './summary'

type Props = {
  view: View
  field: Field
  column: ColumnSummary
  statistics: FieldStatistics
  address: string
  hasOutliers: boolean
}

/** The statistics of a column; its name opens it in the table. */
export function ColumnRow({ view, field, column, statistics, address, hasOutliers }: Props) {
  const { say } = view
  const grouped = isQuantity(field, statistics)
  const written = (value: number | string) =>
    typeof value === 'number'
      ? view.figure(readable(value), grouped)
      : view.date(value, field.timeZone ?? defaultTimeZone)
  const about = column.isExact ? '' : '≈ '
  const estimated = (value: number | string) =>
    about + written(typeof value === 'number' && !column.isExact ? Number(value.toPrecision(3)) : value)
  const { quartiles, outliers, sum, mean, standardDeviation } = column
  const isConstant = column.min !== undefined && column.min === column.max
  return (
    <tr>
      <th scope="row">
        <a href={`${address}/table?${new URLSearchParams({ column: field.key })}`}>{nameOf(field)}</a>
        <TypeMark view={view} field={field} />
      </th>
      <td data-label={say('completeness')}>
        <span class="filling">
          <meter min={0} max={1} value={column.completeness} aria-label={say('completeness')} />
          {view.share(column.completeness)}
        </span>
        {column.empty > 0 && <small>{say('emptyCells', { count: column.empty })}</small>}
      </td>
      <td data-label={say('distinct')}>
        {column.repeated === undefined ? (
          say('aboutAllDifferent')
        ) : (
          <>
            {about}
            {view.number(knownCount(column.distinct, column.isExact))}
            <RepeatedNote view={view} column={column} repeated={column.repeated} />
          </>
        )}
        {column.longValues > 0 && <small>{say('notCompared', { count: column.longValues })}</small>}
      </td>
      <td class="spark">
        <Distribution view={view} field={field} statistics={statistics} isQuantity={grouped} />
      </td>
      <td data-label={say('extremes')}>
        {column.min !== undefined && column.max !== undefined
          ? isConstant
            ? say('alwaysSame', { value: written(column.min) })
            : `${written(column.min)} – ${written(column.max)}`
          : column.filled > 0 && field.type !== 'boolean' && lengthText(view, statistics)}
        {quartiles && !isConstant && (
          <small>
            {say('median', {
              median: estimated(quartiles[1]),
              first: estimated(quartiles[0]),
              third: estimated(quartiles[2]),
            })}
          </small>
        )}
      </td>
      <td data-label={mean === undefined ? undefined : say('meanAndSum')}>
        {mean !== undefined && sum !== undefined && (
          <>
            {view.figure(compared(mean), grouped)}
            {standardDeviation !== undefined && !isConstant && (
              <small>{say('deviation', { value: view.figure(compared(standardDeviation), grouped) })}</small>
            )}
            <small>{say('sumOf', { value: view.figure(sum, true) })}</small>
          </>
        )}
      </td>
      {hasOutliers && (
        <td data-label={outliers && say('outliers')}>
          {outliers && (
            <>
              {about}
              {view.number(outliers.below + outliers.above)}
              {outliers.below + outliers.above > 0 && (
                <small>{say('outlierSides', { below: outliers.below, above: outliers.above })}</small>
              )}
            </>
          )}
        </td>
      )}
    </tr>
  )
}

/** The length of the longest value: its bytes are its characters, or more where there are accents. */
function lengthText({ say }: View, { maxBytes, nonAscii }: FieldStatistics): string {
  return say(nonAscii ? 'lengthUpTo' : 'longestChars', { count: maxBytes })
}

/** How many values repeat; nothing of categories, which repeat by their nature, while a few repetitions may be mistakes. */
function RepeatedNote({ view, column, repeated }: { view: View; column: ColumnSummary; repeated: number }) {
  const { filled, distinct, isExact } = column
  if (repeated > 0 && distinct * 2 <= filled) return null
  if (repeated === 0) return filled > 0 ? <small>{view.say('neverRepeated')}</small> : null
  const about = isExact ? '' : '≈ '
  return <small>{view.say('repeatedCells', { count: knownCount(repeated, isExact), about })}</small>
}
