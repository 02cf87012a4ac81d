import type { PrivateConcept } from '../../accounts'
import type { Dataset } from '../../datasets'
import type { ActionColumns, Extension, ExtensionPreview } from '../../datasets/extensions'
import type { Field } from '../../schema/field'
import { Layout } from '../layout'
import { ConceptSelect } from '../publish/columns'
import { typeChoices } from '../publish/corrections'
import type { View } from '../view'
import { type Origin, origins } from './choice'
import { Preview } from './preview'

/** What can be chosen for the origin of the column. */
export type Choices = {
  datasets: readonly { id: string; title: string }[]
  services: readonly { value: string; title: string }[]
  /** The inputs of the chosen service. */
  inputs: ActionColumns['inputs']
  /** The columns of the chosen dataset or service. */
  outputs: readonly Pick<Field, 'key' | 'title'>[]
  /** Concepts of the account of the dataset. */
  concepts: readonly PrivateConcept[]
}

type Props = {
  view: View
  dataset: Dataset
  origin: Origin
  form: URLSearchParams
  choices: Choices
  preview: ExtensionPreview | undefined
  refusal: string | undefined
}

/** The page that adds a column to a dataset, with a preview of its first rows. */
export function ExtendPage(props: Props) {
  const { view, dataset, origin, form, refusal } = props
  const { say, baseUrl } = view
  const address = `${baseUrl}/dataset/${dataset.id}`
  return (
    <Layout
      view={view}
      title={`${say('extendTitle')} – ${dataset.metadata.title}`}
      islands={['swap']}
      current="datasets"
    >
      <p class="eyebrow">
        <a href={`${address}/edit`}>{dataset.metadata.title}</a>
      </p>
      <h1>{say('extendTitle')}</h1>
      <p class="lead">{say('extendHelp')}</p>
      <nav class="tabs" aria-label={say('extendTitle')}>
        {origins.map((one) => (
          <a
            href={`${address}/add-column?from=${one}`}
            {...(one === origin ? { 'aria-current': 'page' as const } : {})}
          >
            {say(`origin:${one}`)}
          </a>
        ))}
      </nav>
      <div class="stack">
        <form class="form card" method="get" action={`${address}/add-column`} data-swap data-live>
          <input type="hidden" name="from" value={origin} />
          {origin === 'formula' && <FormulaFields {...props} />}
          {origin === 'dataset' && <DatasetFields {...props} />}
          {origin === 'service' && <ServiceFields {...props} />}
          <p class="button-row">
            <button type="submit">{say('preview')}</button>
          </p>
        </form>
        <Preview view={view} address={address} form={form} preview={props.preview} refusal={refusal} />
        <StoredExtensions view={view} address={address} extensions={dataset.metadata.extensions ?? []} />
      </div>
    </Layout>
  )
}

function FormulaFields({ view, dataset, form, choices }: Props) {
  const { say } = view
  const keys = dataset.published.schema.map(({ key }) => key).join(', ')
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
      <label>
        {say('formula')}
        <textarea name="expr" rows={3} required spellcheck={false}>
          {form.get('expr') ?? ''}
        </textarea>
        <span class="quiet">{say('formulaHelp', { keys })}</span>
      </label>
    </>
  )
}

function DatasetFields({ view, dataset, form, choices }: Props) {
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
                options={columnsOf(dataset.published.schema)}
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
          </>
        )}
      </div>
    </>
  )
}

function ServiceFields({ view, dataset, form, choices }: Props) {
  const { say } = view
  if (choices.services.length === 0) return <p>{say('noService')}</p>
  return (
    <>
      <Select
        label={say('sourceService')}
        view={view}
        name="service"
        chosen={form.get('service')}
        options={choices.services.map(({ value, title }) => [value, title])}
      />
      <div data-region="choices" class="stack">
        {choices.inputs.map(({ name, title, column }) => (
          <Select
            label={say('inputColumn', { input: title })}
            view={view}
            name={`input-${name}`}
            chosen={form.get(`input-${name}`)}
            empty={column === undefined ? say('chooseOne') : say('byConcept', { column: titleIn(dataset, column) })}
            options={columnsOf(dataset.published.schema)}
          />
        ))}
        {choices.outputs.length > 0 && <OutputFields view={view} form={form} outputs={choices.outputs} />}
      </div>
    </>
  )
}

function OutputFields({ view, form, outputs }: { view: View; form: URLSearchParams; outputs: Choices['outputs'] }) {
  const { say } = view
  const chosen = new Set(form.getAll('output'))
  return (
    <>
      <fieldset class="choices">
        <legend>{say('columnsToAdd')}</legend>
        <p class="quiet">{say('columnsToAddHelp')}</p>
        {outputs.map(({ key, title }) => (
          <label class="choice">
            <input type="checkbox" name="output" value={key} checked={chosen.has(key)} />
            <span>{title ?? key}</span>
          </label>
        ))}
      </fieldset>
      <label>
        {say('prefix')}
        <input name="prefix" value={form.get('prefix') ?? ''} maxlength={60} />
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

const titleIn = ({ published }: Dataset, key: string): string => {
  const field = published.schema.find((one) => one.key === key)
  return field ? labelOf(field) : key
}

const labelOf = ({
  key,
  title,
  ...field
}: Pick<Field, 'key' | 'title'> & { 'x-originalName'?: string | null | undefined }): string =>
  title || field['x-originalName'] || key

/** The extensions of the dataset, each with a button that removes it. */
function StoredExtensions(props: { view: View; address: string; extensions: readonly Extension[] }) {
  const { view, address, extensions } = props
  const { say } = view
  if (extensions.length === 0) return null
  return (
    <form class="card" method="post" action={`${address}/add-column`}>
      <h2>{say('addedColumns')}</h2>
      <ul class="stack">
        {extensions.map((extension, at) => (
          <li class="button-row">
            <span>
              <strong>{nameOf(extension)}</strong>{' '}
              <code>{extension.type === 'exprEval' ? extension.expr : extension.remoteService}</code>
            </span>
            <button
              type="submit"
              name="remove"
              value={String(at)}
              aria-label={`${say('removeExtension')}: ${nameOf(extension)}`}
            >
              {say('removeExtension')}
            </button>
          </li>
        ))}
      </ul>
    </form>
  )
}

const nameOf = (extension: Extension): string =>
  extension.type === 'exprEval'
    ? (extension.property.title ?? extension.property.key)
    : (extension.propertyPrefix ?? extension.action)
