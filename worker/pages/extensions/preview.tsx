import { type ExtensionPreview, notFound } from '../../datasets/extensions'
import { isErrorField } from '../../schema/calculated'
import { ownValue } from '../../schema/own-value'
import { withReadableTitles } from '../fields'
import { printedText } from '../problem-text'
import { Cell } from '../table/cell'
import { nameOf } from '../table/field'
import { areQuantities } from '../table/quantity'
import type { View } from '../view'

type Props = {
  view: View
  /** Id of the form of the choices: the button sends what it holds at that moment. */
  formId: string
  /** The columns are there already. */
  isChange: boolean
  preview: ExtensionPreview | undefined
  refusal: string | undefined
}

/** The first rows with the new columns, and the button that adds them. It is replaced while the form is filled. */
export function Preview({ view, formId, isChange, preview, refusal }: Props) {
  const { say } = view
  const hasFailure = preview?.lines.some(({ failure }) => failure !== undefined) === true
  const errors = preview ? errorsOf(view, preview) : []
  const isEmpty = errors.length > 0 && errors.every((error) => error !== undefined)
  const [only, ...others] = new Set(errors)
  // A source without a match for the first rows may have some for others.
  const isFailed = isEmpty && errors.some((error) => error !== say('noMatchingRow'))
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
          {isEmpty && only !== undefined && others.length === 0 && (
            <p class="notice danger" role="status">
              {say('noRowFilled', { reason: only })}
            </p>
          )}
          <Rows view={view} preview={preview} errors={isEmpty && others.length === 0 ? [] : errors} />
          {!hasFailure && !isFailed && (
            <p class="button-row">
              <button class="primary" type="submit" form={formId} formmethod="post">
                {say(isChange ? 'save' : 'addTheColumn')}
              </button>
            </p>
          )}
        </section>
      )}
    </div>
  )
}

/** Why each row has no values, in the language of the page. */
function errorsOf({ say, language }: View, { fields, lines }: ExtensionPreview): (string | undefined)[] {
  const keys = fields.filter(isErrorField).map(({ key }) => key)
  return lines.map(({ values }) => {
    const error = keys.map((key) => ownValue(values, key)).find((one) => one !== undefined && one !== '')
    if (error === undefined) return undefined
    return error === notFound ? say('noMatchingRow') : printedText(String(error), language)
  })
}

type RowsProps = { view: View; preview: ExtensionPreview; errors: readonly (string | undefined)[] }

/** @param errors those of a column of their own; without any, there is none */
function Rows({ view, preview, errors }: RowsProps) {
  const { lines } = preview
  const { language } = view
  const all = withReadableTitles(preview.fields, language)
  const fields = all.filter((field) => !isErrorField(field))
  const errorField = errors.some(Boolean) ? all.find(isErrorField) : undefined
  const added = new Set(all.map(({ key }) => key))
  // The first other columns tell rows apart.
  const others = withReadableTitles(preview.context, language)
    .filter(({ key }) => !added.has(key))
    .slice(0, 3)
  const quantities = new Set(
    [...fields, ...others].flatMap((field) => {
      const values = lines.flatMap(({ values, failure }) => (failure ? [] : [ownValue(values, field.key)]))
      return areQuantities(field, values) ? [field.key] : []
    }),
  )
  return (
    <section class="scroller" tabindex={0} aria-label={view.say('preview')}>
      <table class="operations">
        <thead>
          <tr>
            {[...fields, ...(errorField ? [errorField] : []), ...others].map((field) => (
              <th scope="col">{nameOf(field)}</th>
            ))}
          </tr>
        </thead>
        <tbody>
          {lines.map(({ values, failure }, at) => (
            <tr>
              {fields.map((field) => (
                <td>
                  <Cell
                    view={view}
                    field={field}
                    value={failure ? undefined : ownValue(values, field.key)}
                    isQuantity={quantities.has(field.key)}
                  />
                </td>
              ))}
              {errorField && <td>{errors[at]}</td>}
              {others.map((field) => (
                <td class="quiet">
                  <Cell
                    view={view}
                    field={field}
                    value={ownValue(values, field.key)}
                    isQuantity={quantities.has(field.key)}
                  />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}
