import { openLines } from '../../datasets/lines-api'
import { roleOf } from '../../schema/concepts'
import { ownValue } from '../../schema/own-value'
import { SearchForm } from '../components/search-form'
import { fieldsOf } from '../fields'
import { changed } from '../page-query'
import { Cell } from '../table/cell'
import { QueryProblem } from '../table/query-problem'
import { readTable, resultOf } from '../table/read-table'
import type { EmbedInput } from './input'

/** The images of the lines, each with the label of its line. */
export async function Thumbnails({ view, dataset, params, address, draft }: EmbedInput) {
  const { ctx, say } = view
  const fields = fieldsOf(view, dataset)
  const ofRole = (role: string) => fields.find((field) => roleOf(field['x-refersTo'] ?? '') === role)
  const image = ofRole('image')
  if (!image) return <p class="empty">{say('noImage')}</p>
  const label = ofRole('label') ?? fields.find((field) => field.type === 'string' && field.key !== image.key)
  const columns = label ? [image, label] : [image]
  const opened = await openLines(ctx, { id: dataset.id, draft })
  const read = await resultOf(readTable(ctx, opened, { params, fields: columns }))
  return (
    <>
      <div class="toolbar">
        <SearchForm view={view} address={address} params={params} label={say('searchLines')} />
      </div>
      <div data-region="thumbnails">
        {'value' in read ? (
          <>
            <ul class="thumbnails" data-rows>
              {read.value.lines
                .filter((line) => ownValue(line, image.key))
                .map((line) => (
                  <li>
                    <Cell view={view} field={image} value={ownValue(line, image.key)} />
                    {label && <Cell view={view} field={label} value={ownValue(line, label.key)} />}
                  </li>
                ))}
            </ul>
            {read.value.cursor && (
              <p class="more-lines">
                <a class="button" rel="next" href={address + changed(params, { after: read.value.cursor })} data-more>
                  {say('moreLines')}
                </a>
              </p>
            )}
          </>
        ) : (
          <QueryProblem view={view} address={address} problem={read.problem} />
        )}
      </div>
    </>
  )
}
