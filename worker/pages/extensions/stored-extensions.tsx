import type { Dataset } from '../../datasets'
import { type Extension, identityOf } from '../../datasets/extensions'
import { isErrorField } from '../../schema/calculated'
import { nameOf } from '../table/field'
import type { View } from '../view'

/** The extensions of a dataset: their columns, with a link to change them and a button that removes them. */
export function StoredExtensions({ view, dataset }: { view: View; dataset: Dataset }) {
  const { say, baseUrl } = view
  const extensions = dataset.metadata.extensions ?? []
  if (extensions.length === 0) return null
  const address = `${baseUrl}/dataset/${dataset.id}/add-column`
  return (
    <form method="post" action={address}>
      <ul class="rows">
        {extensions.map((extension, at) => {
          const columns = columnsOf(dataset, extension)
          return (
            <li>
              <div>
                <strong>{columns}</strong>
                <code>{extension.type === 'exprEval' ? extension.expr : extension.remoteService}</code>
              </div>
              <div class="button-row">
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
              </div>
            </li>
          )
        })}
      </ul>
    </form>
  )
}

/** The titles of the columns of an extension. */
function columnsOf({ published }: Dataset, extension: Extension): string {
  if (extension.type === 'exprEval') return extension.property.title || extension.property.key
  const identity = identityOf(extension)
  const prefix = extension.propertyPrefix
  const fields = published.schema.filter(
    (field) =>
      field['x-extension'] === identity && !isErrorField(field) && (!prefix || field.key.startsWith(`${prefix}.`)),
  )
  return fields.map(nameOf).join(', ') || extension.action
}
