/** The fields of the form of a formula: what it computes, the columns that it can name, the functions. */

import { isMeasure } from '../../../applications/shared/charting/column'
import type { Dataset } from '../../datasets'
import { chartColumn } from '../../previews/chart-column'
import { ConceptHelp, ConceptSelect } from '../components/concept-select'
import { typeChoices } from '../publish/corrections'
import type { View } from '../view'
import type { Choices } from './fields'
import { formulaColumns } from './formula-problem'
import { type FormulaColumn, functionExamples } from './formula-words'

type Props = {
  view: View
  dataset: Dataset
  form: URLSearchParams
  choices: Choices
  problem: string | undefined
  /** The formula of a spreadsheet as it is written here. */
  rewritten: string | undefined
  /** The formula without a value where a column has none. */
  guarded: string | undefined
}

export function FormulaFields({ view, dataset, form, choices, problem, rewritten, guarded }: Props) {
  const { say } = view
  const columns = formulaColumns(dataset)
  return (
    <>
      <div class="fields">
        <label>
          {say('columnTitle')}
          <input name="title" value={form.get('title') ?? ''} required maxlength={200} />
        </label>
        <label>
          {say('resultType')}
          <select name="type">
            <option value="">{say('typeOfResults')}</option>
            {typeChoices.map((choice) => (
              <option value={choice} selected={choice === form.get('type')}>
                {say(`fieldType:${choice}`)}
              </option>
            ))}
          </select>
        </label>
        <label for="column-concept">
          {say('concept')}
          <ConceptSelect
            view={view}
            id="column-concept"
            name="concept"
            label={say('concept')}
            chosen={form.get('concept') ?? ''}
            own={choices.concepts}
          />
        </label>
      </div>
      <ConceptHelp view={view} />
      <label>
        {say('formula')}
        <textarea name="expr" rows={3} required spellcheck={false} aria-describedby="formula-problem">
          {form.get('expr') ?? ''}
        </textarea>
        <span class="quiet">{say('formulaHelp', { example: exampleOf(dataset) })}</span>
      </label>
      <div data-region="formula-problem" id="formula-problem" aria-live="polite">
        {rewritten && <OfferedFormula view={view} reason={say('formulaRewritten')} formula={rewritten} />}
        {guarded && <OfferedFormula view={view} reason={say('formulaEmptyCells')} formula={guarded} />}
        {problem && !rewritten && <p class="refusal">{problem}</p>}
      </div>
      <ColumnList view={view} columns={columns} />
      <FunctionList view={view} />
    </>
  )
}

function OfferedFormula({ view, reason, formula }: { view: View; reason: string; formula: string }) {
  return (
    <p>
      {reason} <code>{formula}</code>{' '}
      <button type="button" data-formula={formula}>
        {view.say('useFormula')}
      </button>
    </p>
  )
}

/** The columns that a formula can name, by title: a click inserts the key of one where the formula is typed. */
function ColumnList({ view: { say }, columns }: { view: View; columns: readonly FormulaColumn[] }) {
  return (
    <fieldset class="formula-columns">
      <legend>{say('formulaColumns')}</legend>
      <ul>
        {columns.map(({ key, title }) => (
          <li>
            <button type="button" data-insert={key}>
              {title} {title !== key && <code>{key}</code>}
            </button>
          </li>
        ))}
      </ul>
    </fieldset>
  )
}

/** The functions of formulas, folded: an example of each, and its result. */
function FunctionList({ view: { say } }: { view: View }) {
  return (
    <details class="functions">
      <summary>{say('formulaFunctions')}</summary>
      <p class="quiet">{say('formulaFunctionsHelp')}</p>
      {(['conditions', 'texts', 'numbers', 'dates'] as const).map((subject) => (
        <>
          <h3>{say(`functionsOf:${subject}`)}</h3>
          <ul>
            {functionExamples[subject].map(([call, result]) => (
              <li>
                <code>{call}</code> → {result}
              </li>
            ))}
          </ul>
        </>
      ))}
    </details>
  )
}

/** A formula with columns of the dataset. */
function exampleOf(dataset: Dataset): string {
  const keys = formulaColumns(dataset).map(({ key }) => key)
  const { schema } = dataset.published
  // A year times 1.2 is no example.
  const number = schema.find((field) => keys.includes(field.key) && isMeasure(chartColumn(field)))
  const texts = schema.filter(({ key, type }) => keys.includes(key) && type === 'string')
  if (number) return `${number.key} * 1.2`
  const [first, second = first] = texts
  return first && second ? `CONCAT(${first.key}, " ", ${second.key})` : '2 * 3'
}
