import type { ExtensionPreview } from '../../datasets/extensions'
import { ownValue } from '../../schema/own-value'
import { withReadableTitles } from '../fields'
import { Cell } from '../table/cell'
import { nameOf } from '../table/field'
import type { View } from '../view'

type Props = {
  view: View
  /** Id of the form of the choices: the button sends what it holds at that moment. */
  formId: string
  preview: ExtensionPreview | undefined
  refusal: string | undefined
}

/** The first rows with the new columns, and the button that adds them. It is replaced while the form is filled. */
export function Preview({ view, formId, preview, refusal }: Props) {
  const { say } = view
  const hasFailure = preview?.lines.some(({ failure }) => failure !== undefined) === true
  return (
    <div data-region="preview" class="stack">
      {refusal && (
        <p class="notice danger" role="alert">
          {refusal}
        </p>
      )}
      {preview && (
        <section class="form card">
          <h2>{say('previewRows', { count: preview.lines.length })}</h2>
          {preview.matches && (
            <p role="status">
              <strong>{say('matchCount', preview.matches)}</strong>
            </p>
          )}
          <Rows view={view} preview={preview} />
          {!hasFailure && (
            <p class="button-row">
              <button class="primary" type="submit" form={formId} formmethod="post">
                {say('addTheColumn')}
              </button>
            </p>
          )}
        </section>
      )}
    </div>
  )
}

function Rows({ view, preview }: { view: View; preview: ExtensionPreview }) {
  const { lines } = preview
  const { language } = view
  const fields = withReadableTitles(preview.fields, language)
  const added = new Set(fields.map(({ key }) => key))
  // The first other columns tell rows apart.
  const others = withReadableTitles(preview.context, language)
    .filter(({ key }) => !added.has(key))
    .slice(0, 3)
  return (
    <section class="scroller" tabindex={0} aria-label={view.say('preview')}>
      <table class="operations">
        <thead>
          <tr>
            {[...fields, ...others].map((field) => (
              <th scope="col">{nameOf(field)}</th>
            ))}
          </tr>
        </thead>
        <tbody>
          {lines.map(({ values, failure }) => (
            <tr>
              {fields.map((field) => (
                <td>
                  <Cell view={view} field={field} value={failure ? undefined : ownValue(values, field.key)} />
                </td>
              ))}
              {others.map((field) => (
                <td class="quiet">
                  <Cell view={view} field={field} value={ownValue(values, field.key)} />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}
