/** The preview of a dataset, in a list and on its page: a small map, its rows over time, or the distribution of a column. */
import { isMeasure } from '../../../applications/shared/charting/column'
import { stepName } from '../../../applications/shared/charting/date-step-names'
import { firstStep } from '../../../applications/shared/charting/first-chart'
import { frameSize, type HistogramPreview, type MapPreview, type Preview, type TopValuesPreview } from '../../previews'
import { chartColumn } from '../../previews/chart-column'
import { type Field, nameOf } from '../../schema/field'
import { ownText } from '../../schema/own-value'
import { Bars, valueText } from '../table/distribution'
import { cellKind } from '../table/field'
import { readable } from '../table/quantity'
import type { View } from '../view'

type Dataset = { id: string; finalizedAt?: string | undefined; schema?: readonly Field[] | undefined }
type Props = { view: View; preview: Preview; dataset: Dataset }

export function PreviewPicture({ view, preview, dataset }: Props) {
  if (preview.kind === 'map') return <MapPicture view={view} preview={preview} dataset={dataset} />
  const field = dataset.schema?.find(({ key }) => key === preview.field)
  if (!field) return null
  return preview.kind === 'values' ? (
    <TopValuesPicture view={view} preview={preview} field={field} />
  ) : (
    <HistogramPicture view={view} preview={preview} field={field} />
  )
}

function MapPicture({ view, preview: { shown, rows }, dataset }: Props & { preview: MapPreview }) {
  const { say, baseUrl } = view
  const text = shown < rows ? say('preview:mapSample', { shown, count: rows }) : say('preview:map', { count: shown })
  const version = dataset.finalizedAt ? `?v=${dataset.finalizedAt}` : ''
  const address = `${baseUrl}/dataset/${dataset.id}/preview.svg${version}`
  return <img class="picture sketch" src={address} alt={text} loading="lazy" {...frameSize} />
}

type OfColumn<Kind> = { view: View; preview: Kind; field: Field }

function HistogramPicture({ view, preview, field }: OfColumn<HistogramPreview>) {
  const { kind, counts } = preview
  const [min, max] = bounds(view, preview, field)
  const label = view.say(`preview:${kind}`, { field: nameOf(field), min, max })
  return (
    <div class="glance" role="img" aria-label={label}>
      {kind === 'dates' ? <Area counts={counts} /> : <Bars counts={counts} />}
      <p>
        {nameOf(field)}
        <small>{min === max ? min : `${min} – ${max}`}</small>
      </p>
    </div>
  )
}

function bounds(view: View, { min, max }: HistogramPreview, field: Field): [string, string] {
  if (typeof min === 'number' && typeof max === 'number') {
    const isGrouped = isMeasure(chartColumn(field))
    return [view.figure(readable(min), isGrouped), view.figure(readable(max), isGrouped)]
  }
  const [first, last] = [String(min), String(max)]
  const step = firstStep(first, last)
  return [stepName(first, step, view.locale), stepName(last, step, view.locale)]
}

function TopValuesPicture({ view, preview: { values, filled }, field }: OfColumn<TopValuesPreview>) {
  const named = values.map(([value, rows]) => ({
    name: ownText(field['x-labels'], value) ?? valueText(view, cellKind(field), value),
    share: rows / filled,
  }))
  const most = Math.max(...named.map(({ share }) => share))
  const list = named.map(({ name, share }) => `${name} ${view.share(share)}`).join(', ')
  return (
    <div class="glance" role="img" aria-label={view.say('preview:values', { field: nameOf(field), values: list })}>
      <ul>
        {named.map(({ name, share }) => (
          <li>
            {name}
            <svg viewBox="0 0 100 4" preserveAspectRatio="none" aria-hidden="true">
              <rect width={Math.max(1, Math.round((share / most) * 100))} height={4} />
            </svg>
          </li>
        ))}
      </ul>
      <p>{nameOf(field)}</p>
    </div>
  )
}

const [width, height] = [120, 34]

/** Counts of equal intervals as an area below a line. */
function Area({ counts }: { counts: readonly number[] }) {
  const most = Math.max(1, ...counts)
  const step = width / Math.max(1, counts.length - 1)
  const points = counts.map((count, at) => {
    const y = height - (count / most) * (height - 1)
    return `${Math.round(at * step * 10) / 10} ${Math.round(y * 10) / 10}`
  })
  return (
    <svg viewBox={`0 0 ${width} ${height}`} preserveAspectRatio="none" aria-hidden="true">
      <path class="area" d={`M0 ${height}L${points.join('L')}V${height}z`} />
      <path class="line" d={`M${points.join('L')}`} vector-effect="non-scaling-stroke" />
    </svg>
  )
}
