import { type Dataset, hasLines, isPerAccount, lineCount, readStatistics } from '../../datasets'
import { openLines } from '../../datasets/lines-api'
import { limits } from '../../limits'
import { readPreview } from '../../previews'
import { isCoordinateOrShape } from '../../previews/chart-column'
import { PreviewPicture } from '../catalogue/preview'
import { columnCount, fieldsOf } from '../fields'
import { FirstRows } from '../table/first-rows'
import { readTable, resultOf, shownFields } from '../table/read-table'
import type { View } from '../view'
import { allows } from './frame'
import { glanceFields } from './glance-fields'

type Props = {
  view: View
  dataset: Dataset
  /** The address of a protected link, which does not open the picture of the map. */
  link?: string
}

/** The data at a glance: a picture that leads to the map or the charts, and the first rows, which lead to the table. */
export async function Glance({ view, dataset, link }: Props) {
  const { say, ctx, baseUrl } = view
  const { id, published } = dataset
  if (!allows(view, dataset, 'readLines') || !hasLines(dataset, published)) return null
  // The table shows lines that are not the same for all readers.
  if (isPerAccount(dataset)) return null
  const schema = fieldsOf(view, dataset)
  const statistics = await readStatistics(ctx, { dataset })
  const fields = glanceFields(
    shownFields(schema, null).filter((field) => !isCoordinateOrShape(field)),
    statistics,
  )
  const opened = await resultOf(openLines(ctx, { id, draft: false }))
  const read =
    'value' in opened &&
    (await resultOf(
      readTable(ctx, opened.value, { params: new URLSearchParams(), fields, size: limits.pages.glanceLines }),
    ))
  if (!read || !('value' in read) || read.value.lines.length === 0) return null
  const preview = await readPreview(ctx, dataset)
  const address = link ?? `${baseUrl}/dataset/${id}`
  const isPictured = preview && (preview.kind === 'map' ? !link : allows(view, dataset, 'getValuesAgg'))
  const count = lineCount(published)
  return (
    <section class="at-a-glance" id="exploration">
      <h2>{say('glance')}</h2>
      {preview && isPictured && (
        <a
          href={`${address}/${preview.kind === 'map' ? 'map' : `charts?field=${preview.field}`}`}
          class="glance-picture"
        >
          <PreviewPicture view={view} preview={preview} dataset={{ id, schema, finalizedAt: published.finalizedAt }} />
        </a>
      )}
      {fields.length > 0 && (
        <FirstRows
          view={view}
          fields={fields}
          lines={read.value.lines}
          statistics={statistics}
          label={say('firstLines')}
          fits
        />
      )}
      <p>
        <a href={`${address}/table`}>
          {count === undefined
            ? say('glanceTable')
            : say('glanceAll', { count, columns: say('fieldCount', { count: columnCount(schema) }) })}
        </a>
      </p>
    </section>
  )
}
