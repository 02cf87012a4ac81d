/** The fields of the form that adds a column, for each origin of it. */

import type { PrivateConcept } from '../../accounts'
import type { Dataset } from '../../datasets'
import type { ActionColumns } from '../../datasets/extensions'
import { limits } from '../../limits'
import type { Field } from '../../schema/field'
import { durationText } from '../../typography'
import { fieldsOf, outputTitle } from '../fields'
import { registersFor } from '../remote-services/access'
import type { View } from '../view'
import { outputsOf } from './choice'

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
