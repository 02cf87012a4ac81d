/** The fields of the form that adds a column, for each origin of it. */

import type { PrivateConcept } from '../../accounts'
import type { Dataset } from '../../datasets'
import type { ActionColumns } from '../../datasets/extensions'
import { limits } from '../../limits'
import type { Field } from '../../schema/field'
import { durationText } from '../../typography'
import { ConceptHelp, ConceptSelect } from '../components/concept-select'
import { fieldsOf, outputTitle } from '../fields'
import { typeChoices } from '../publish/corrections'
import { registersFor } from '../remote-services/access'
import type { View } from '../view'
import { outputsOf } from './choice'
import { formulaColumns } from './formula-problem'
import { type FormulaColumn, functionExamples } from './formula-words'

type Output = Pick<Field, 'key' | 'title' | 'description' | 'x-refersTo'>

/** What can be chosen for the origin of the column. */
export type Choices = {
  datasets: readonly { id: string; title: string }[]
  services: readonly { value: string; title: string }[]
  /** Where there is none: the APIs of the account, whose operations are not used yet. */
  unusedServices: readonly { id: string; title: string }[]
  /** The inputs of the chosen service. */
  inputs: ActionColumns['inputs']
  /** The columns of the chosen dataset or service. */
  outputs: readonly Output[]
  /** Concepts of the account of the dataset. */
  concepts: readonly PrivateConcept[]
}

type Props = {
  view: View
  dataset: Dataset
  form: URLSearchParams
  choices: Choices
}

export function FormulaFields({ view, dataset, form, choices, problem }: Props & { problem: string | undefined }) {
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
        {problem && <p class="refusal">{problem}</p>}
      </div>
      <ColumnList view={view} columns={columns} />
      <FunctionList view={view} />
    </>
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
  const number = schema.find(({ key, type }) => keys.includes(key) && (type === 'number' || type === 'integer'))
  const texts = schema.filter(({ key, type }) => keys.includes(key) && type === 'string')
  if (number) return `${number.key} * 1.2`
  const [first, second = first] = texts
  return first && second ? `CONCAT(${first.key}, " ", ${second.key})` : '2 * 3'
}

export function DatasetFields({ view, dataset, form, choices }: Props) {
  const { say } = view
  return (
    <>
      <Select
        label={say('sourceDataset')}
        view={view}
        name="source"
        chosen={form.get('source')}
        options={choices.datasets.map(({ id, title }) => [id, title])}
      />
      <div data-region="choices" class="stack">
        {choices.outputs.length > 0 && (
          <>
            <div class="fields">
              <Select
                label={say('ownColumn')}
                view={view}
                name="column"
                chosen={form.get('column')}
                options={columnsOf(fieldsOf(view, dataset).filter((field) => !field['x-calculated']))}
              />
              <Select
                label={say('matchingColumn')}
                view={view}
                name="key"
                chosen={form.get('key')}
                options={columnsOf(choices.outputs)}
              />
            </div>
            <OutputFields view={view} form={form} outputs={choices.outputs} />
            <label class="choice">
              <input type="checkbox" name="autoUpdate" value="true" checked={form.has('autoUpdate')} />
              <span>
                <strong>{say('followSource')}</strong>
                <span class="quiet">
                  {say('followSourceHelp', { duration: durationText(limits.extensions.updateDelayMs, view.language) })}
                </span>
              </span>
            </label>
          </>
        )}
      </div>
    </>
  )
}

export function ServiceFields({ view, dataset, form, choices }: Props) {
  const { say } = view
  if (choices.services.length === 0) return <NoService view={view} unused={choices.unusedServices} />
  return (
    <>
      <Select
        label={say('sourceService')}
        view={view}
        name="service"
        chosen={form.get('service')}
        options={choices.services.map(({ value, title }) => [value, title])}
      />
      <p class="quiet">
        <a href={`${view.baseUrl}/remote-services`}>{say('remoteServices')}</a>
      </p>
      <div data-region="choices" class="stack">
        {choices.inputs.map(({ name, title, column }) => (
          <Select
            label={say('inputColumn', { input: title })}
            view={view}
            name={`input-${name}`}
            chosen={form.get(`input-${name}`)}
            empty={
              column === undefined
                ? say('chooseOne')
                : say('byConcept', { column: titleIn(fieldsOf(view, dataset), column) })
            }
            options={columnsOf(fieldsOf(view, dataset).filter((field) => !field['x-calculated']))}
          />
        ))}
        {choices.outputs.length > 0 && <OutputFields view={view} form={form} outputs={choices.outputs} />}
      </div>
    </>
  )
}

/** What to do where no operation enriches datasets: choose those of an API that is registered, or register one. */
function NoService({ view, unused }: { view: View; unused: Choices['unusedServices'] }) {
  const { say, baseUrl } = view
  const registers = registersFor(view) !== undefined
  return (
    <>
      <p>{say(unused.length > 0 ? 'noOperationToUse' : registers ? 'noServiceToUse' : 'noServiceToAsk')}</p>
      {unused.length > 0 && (
        <ul>
          {unused.map(({ id, title }) => (
            <li>
              <a href={`${baseUrl}/remote-service/${encodeURIComponent(id)}#operations`}>{title}</a>
            </li>
          ))}
        </ul>
      )}
      <p class="button-row">
        {registers && (
          <a class={unused.length > 0 ? 'button' : 'button primary'} href={`${baseUrl}/new-remote-service`}>
            {say('registerService')}
          </a>
        )}
        <a class="button" href={`${baseUrl}/remote-services`}>
          {say('remoteServices')}
        </a>
      </p>
    </>
  )
}

function OutputFields({ view, form, outputs }: { view: View; form: URLSearchParams; outputs: Choices['outputs'] }) {
  const { say } = view
  const chosen = new Set(outputsOf(form))
  const isOfDataset = form.get('from') === 'dataset'
  return (
    <>
      <fieldset class="choices">
        <legend>{say('columnsToAdd')}</legend>
        <p class="quiet">{say('columnsToAddHelp')}</p>
        {outputs.map(({ key, title, ...output }) => (
          <label class="choice">
            <input type="checkbox" name="output" value={key} checked={chosen.has(key)} />
            <span>{title || (isOfDataset ? key : outputTitle(output, key, view.language))}</span>
          </label>
        ))}
      </fieldset>
      <label>
        {say('prefix')}
        <input name="prefix" value={form.get('prefix') ?? ''} maxlength={60} />
        <span class="quiet">{say('prefixHelp')}</span>
      </label>
    </>
  )
}

type Option = readonly [value: string, label: string]

type SelectProps = {
  view: View
  label: string
  name: string
  chosen: string | null
  options: readonly Option[]
  /** The text of the empty choice. */
  empty?: string
}

function Select({ view, label, name, chosen, options, empty = view.say('chooseOne') }: SelectProps) {
  return (
    <label>
      {label}
      <select name={name}>
        <option value="">{empty}</option>
        {options.map(([value, text]) => (
          <option value={value} selected={value === chosen}>
            {text}
          </option>
        ))}
      </select>
    </label>
  )
}

const columnsOf = (fields: readonly Pick<Field, 'key' | 'title'>[]): Option[] =>
  fields.map((field) => [field.key, labelOf(field)])

const titleIn = (fields: readonly Field[], key: string): string => {
  const field = fields.find((one) => one.key === key)
  return field ? labelOf(field) : key
}

const labelOf = ({
  key,
  title,
  ...field
}: Pick<Field, 'key' | 'title'> & { 'x-originalName'?: string | null | undefined }): string =>
  title || field['x-originalName'] || key
