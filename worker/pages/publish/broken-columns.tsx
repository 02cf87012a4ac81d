import type { Dataset, Version } from '../../datasets'
import { identityOf } from '../../datasets/extensions'
import type { StoredProblem } from '../../errors'
import { isErrorField } from '../../schema/calculated'
import { ExpressionError, namesOf } from '../../schema/expression'
import { functionNamed } from '../../schema/expression/functions'
import { allows } from '../dataset/frame'
import { nameOf } from '../table/field'
import type { View } from '../view'

/** A formula or a source of columns, and the titles of the columns that it takes and the file lacks. */
type BrokenColumn = {
  /** Identifies its extension. */
  key: string
  title: string
  missing: string[]
  /** Its position among the extensions of the dataset. */
  at: number
}

/** Names the computed columns that a file breaks, in place of the failures of its rows, each with a link to its formula. */
export function BrokenColumns(props: { view: View; dataset: Dataset; formulas: readonly BrokenColumn[] }) {
  const { view, dataset, formulas } = props
  const { say, baseUrl } = view
  const mayChange = allows(view, dataset, 'writeDescriptionBreaking')
  return (
    <>
      <p>{say('formulasBroken')}</p>
      <ul>
        {formulas.map(({ title, missing, at }) => (
          <li>
            {say('formulaLacks', { title, columns: missing.join(', ') })}{' '}
            {mayChange && (
              <a
                href={`${baseUrl}/dataset/${dataset.id}/add-column?edit=${at}`}
                aria-label={say('labelled', { label: say('changeComputed'), text: title })}
              >
                {say('changeComputed')}
              </a>
            )}
          </li>
        ))}
      </ul>
    </>
  )
}

type FormProps = { view: View; dataset: Dataset; action: string }

/** The choice to go on without the computed columns that the file breaks: the file is read again without them. */
export function LeaveOutComputed({
  view,
  dataset,
  action,
  formulas,
}: FormProps & { formulas: readonly BrokenColumn[] }) {
  const { say } = view
  if (formulas.length === 0 || !allows(view, dataset, 'writeDescriptionBreaking')) return null
  const titles = formulas.map(({ title }) => title).join(', ')
  return (
    <form method="post" action={action} class="card form">
      {[...(dataset.draft?.leftOutComputed ?? []), ...formulas.map(({ key }) => key)].map((key) => (
        <input type="hidden" name="leftOutComputed" value={key} />
      ))}
      <label class="choice">
        <input type="checkbox" required />
        <span>{say('withoutComputed', { columns: titles, count: formulas.length })}</span>
      </label>
      <p class="button-row">
        <button type="submit" name="action" value="leaveOutComputed">
          {say('readWithoutComputed', { count: formulas.length })}
        </button>
      </p>
    </form>
  )
}

/** The computed columns that a draft leaves out, with one button that takes them back. */
export function LeftOutComputed({ view, dataset, action }: FormProps) {
  const { say } = view
  const fields = leftOutFields(dataset, dataset.draft)
  if (fields.length === 0) return null
  return (
    <form method="post" action={action} class="notice" data-rereads>
      <p>{say('computedLeftOut', { columns: fields.map(nameOf).join(', '), count: fields.length })}</p>
      <button type="submit" name="action" value="leaveOutComputed">
        {say('keepComputed', { count: fields.length })}
      </button>
    </form>
  )
}

/** The published columns of the extensions that a draft leaves out. */
export function leftOutFields({ published }: Dataset, draft: Version | undefined) {
  const leftOut = new Set(draft?.leftOutComputed)
  return published.schema.filter((field) => leftOut.has(field['x-extension'] ?? '') && !isErrorField(field))
}

/** The formulas of a dataset whose columns are not all in a draft, or are those of such formulas. */
export function brokenFormulas({ metadata, published }: Dataset, draft: Version): BrokenColumn[] {
  const columns = draft.file?.schema
  if (!columns) return []
  const leftOut = new Set(draft.leftOutComputed)
  const formulas = (metadata.extensions ?? []).flatMap((one, at) =>
    one.type === 'exprEval' && one.active && !leftOut.has(one.property.key) ? [{ ...one, at }] : [],
  )
  const others = published.schema.filter(
    ({ 'x-extension': by, ...field }) => (by && !leftOut.has(by)) || field['x-calculated'],
  )
  const present = new Set([...columns, ...others].map(({ key }) => key))
  const titles = new Map(published.schema.map((field) => [field.key, nameOf(field)]))
  // In their order: each may use those before it.
  return formulas.flatMap(({ expr, property: { key, title }, at }) => {
    const missing = variablesOf(expr).filter((name) => !present.has(name) && titles.has(name))
    present[missing.length > 0 ? 'delete' : 'add'](key)
    return missing.length > 0
      ? [{ key, title: title || key, missing: missing.map((name) => titles.get(name) ?? name), at }]
      : []
  })
}

/** The extension that `extension-input-missing` is about: the columns that its service or its dataset takes, and the file lacks. */
export function lackingInput(
  { metadata, published }: Dataset,
  draft: Version,
  { name, concepts }: StoredProblem['params'],
): BrokenColumn[] {
  const extensions = metadata.extensions ?? []
  const at = extensions.findIndex((one) => one.type === 'remoteService' && (one.propertyPrefix ?? one.action) === name)
  const extension = extensions[at]
  if (extension?.type !== 'remoteService') return []
  const key = identityOf(extension)
  const columns = new Set(draft.file?.schema?.map((column) => column.key))
  const taken = new Set([...Object.values(extension.inputs ?? {}), ...String(concepts).split(', ')])
  const missing = published.schema.filter(
    (field) => !columns.has(field.key) && (taken.has(field.key) || taken.has(field['x-refersTo'] ?? '')),
  )
  if (missing.length === 0) return []
  const filled = published.schema.filter((field) => field['x-extension'] === key && !isErrorField(field))
  return [{ key, title: filled.map(nameOf).join(', ') || String(name), missing: missing.map(nameOf), at }]
}

/** The columns that an expression names; none for one that cannot be parsed. */
function variablesOf(expression: string): string[] {
  try {
    return [...namesOf(expression)].filter((name) => !functionNamed(name))
  } catch (error) {
    if (error instanceof ExpressionError) return []
    throw error
  }
}
