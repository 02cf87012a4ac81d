import { type Dataset, loadDataset } from '../../datasets'
import { type Extension, identityOf } from '../../datasets/extensions'
import { datasetServicePrefix, loadService } from '../../remote-services'
import { isErrorField } from '../../schema/calculated'
import { withReadableTitles } from '../fields'
import { nameOf } from '../table/field'
import { resultOf } from '../table/read-table'
import type { View } from '../view'

/** The extensions of a dataset: their columns, with a link to change them and a button that removes them. */
export async function StoredExtensions({ view, dataset }: { view: View; dataset: Dataset }) {
  const { say, baseUrl } = view
  const extensions = dataset.metadata.extensions ?? []
  if (extensions.length === 0) return null
  const sources = await Promise.all(extensions.map((extension) => sourceOf(view, extension)))
  const address = `${baseUrl}/dataset/${dataset.id}/add-column`
  return (
    <form method="post" action={address}>
      <ul class="rows">
        {extensions.map((extension, at) => {
          const columns = columnsOf(view, dataset, extension)
          return (
            <li>
              <div>
                <strong>{columns}</strong>
                {extension.type === 'exprEval' ? (
                  <code>{extension.expr}</code>
                ) : (
                  <span class="quiet">{sources[at]}</span>
                )}
              </div>
              <span class="button-row">
                <a
                  class="button"
                  href={`${address}?edit=${at}`}
                  aria-label={say('labelled', { label: say('edit'), text: columns })}
                >
                  {say('edit')}
                </a>
                <button
                  type="submit"
                  name="remove"
                  value={String(at)}
                  aria-label={say('labelled', { label: say('removeExtension'), text: columns })}
                >
                  {say('removeExtension')}
                </button>
              </span>
            </li>
          )
        })}
      </ul>
    </form>
  )
}

/** The title of the dataset or of the service that an extension reads, for those who may; else its id. */
async function sourceOf({ ctx }: View, extension: Extension): Promise<string> {
  if (extension.type === 'exprEval') return ''
  const { remoteService } = extension
  if (!remoteService.startsWith(datasetServicePrefix)) {
    const read = await resultOf(loadService(ctx, remoteService))
    return 'value' in read ? read.value.title : remoteService
  }
  const read = await resultOf(loadDataset(ctx, remoteService.slice(datasetServicePrefix.length), 'readDescription'))
  return 'value' in read ? read.value.metadata.title : remoteService
}

/** The titles of the columns of an extension. */
function columnsOf({ language }: View, { published }: Dataset, extension: Extension): string {
  if (extension.type === 'exprEval') return extension.property.title || extension.property.key
  const identity = identityOf(extension)
  const prefix = extension.propertyPrefix
  const fields = withReadableTitles(published.schema, language).filter(
    (field) =>
      field['x-extension'] === identity && !isErrorField(field) && (!prefix || field.key.startsWith(`${prefix}.`)),
  )
  return fields.map(nameOf).join(', ') || extension.action
}
