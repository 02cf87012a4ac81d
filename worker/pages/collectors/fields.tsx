import { type JsonSchema, textIn } from '../../collectors/plugins'
import type { View } from '../view'
import { type ConfigValues, inputText } from './config-form'
import type { DatasetChoice } from './read-api'

type Props = {
  view: View
  schema: JsonSchema
  config: ConfigValues
  /** Those that a collector of the account can update. */
  datasets: readonly DatasetChoice[]
  prefix?: string
}

/** The inputs of a configuration, by the schema of its plugin. */
export function ConfigFields({ view, schema, config, datasets, prefix = 'config' }: Props) {
  const properties = Object.entries(schema.properties ?? {})
  const simple = properties.filter(([, property]) => !property.properties)
  const advanced = simple.filter(([, property]) => property['x-advanced'])
  // The form sends empty secrets: they remove those that are stored.
  const isFilled = advanced.some(([name]) => config[name] !== undefined && config[name] !== '')
  const fields = (listed: typeof properties) => (
    <div class="fields">
      {listed.map(([name, property]) => (
        <Field
          view={view}
          property={property}
          name={`${prefix}.${name}`}
          value={config[name]}
          isRequired={schema.required?.includes(name) ?? false}
          datasets={datasets}
        />
      ))}
    </div>
  )
  return (
    <>
      {fields(simple.filter(([, property]) => !property['x-advanced']))}
      {properties
        .filter(([, property]) => property.properties)
        .map(([name, property]) => (
          <fieldset>
            <legend>{textIn(property, 'title', view.language) ?? name}</legend>
            <Help view={view} property={property} id={`${prefix}.${name}-help`} />
            <ConfigFields
              view={view}
              schema={property}
              config={objectIn(config[name])}
              datasets={datasets}
              prefix={`${prefix}.${name}`}
            />
          </fieldset>
        ))}
      {advanced.length > 0 && (
        <details class="more-options" open={isFilled}>
          <summary>{view.say('moreOptions')}</summary>
          {fields(advanced)}
        </details>
      )}
    </>
  )
}

type FieldProps = Pick<Props, 'view' | 'datasets'> & {
  property: JsonSchema
  name: string
  value: unknown
  isRequired: boolean
}

function Field({ view, datasets, property, name, value, isRequired }: FieldProps) {
  const title = textIn(property, 'title', view.language) ?? name.split('.').at(-1)
  const hasHelp = textIn(property, 'description', view.language) !== undefined
  const common = { name, id: name, ...(hasHelp ? { 'aria-describedby': `${name}-help` } : {}) }
  if (property.type === 'boolean') {
    return (
      <label class="choice">
        <input type="checkbox" {...common} checked={value === true} />
        <span>{title}</span>
      </label>
    )
  }
  const text = inputText(property, value ?? property.default)
  const isDataset = property.format === 'dataset'
  const listed = property['x-editable'] ? datasets.filter(({ isRest }) => isRest) : datasets
  const options = isDataset ? datasetOptions(listed, text, view) : optionsOf(property, view)
  const isWide = property.format === 'uri'
  return (
    <div class={isWide ? 'field whole' : 'field'} data-with={property['x-with']?.join(' ')}>
      <label for={name}>{title}</label>
      {options ? (
        <select {...common}>
          {!isRequired && <option value="">{isDataset ? view.say('chooseDataset') : '—'}</option>}
          {options.map(({ value: option, label }) => (
            <option value={option} selected={option === text}>
              {label}
            </option>
          ))}
        </select>
      ) : property.type === 'array' || property.format === 'textarea' ? (
        <textarea {...common} rows={4} placeholder={placeholderOf(property)}>
          {text}
        </textarea>
      ) : (
        <input
          {...common}
          type={typeOf(property)}
          value={text}
          required={isRequired}
          {...(property.writeOnly ? { autocomplete: 'off' } : {})}
        />
      )}
      <Help view={view} property={property} id={`${name}-help`} />
    </div>
  )
}

function Help({ view, property, id }: { view: View; property: JsonSchema; id: string }) {
  const help = textIn(property, 'description', view.language)
  return help ? (
    <p class="quiet" id={id}>
      {help}
    </p>
  ) : null
}

function optionsOf(property: JsonSchema, { language }: View): { value: string; label: string }[] | undefined {
  const constants = property.oneOf?.filter((one) => one.const !== undefined)
  if (constants?.length) {
    return constants.map((one) => ({
      value: String(one.const),
      label: textIn(one, 'title', language) ?? String(one.const),
    }))
  }
  return property.enum?.map((one) => ({ value: String(one), label: one === '\t' ? '⇥' : String(one) }))
}

/** The datasets by title; the chosen one too when it is not among them. */
function datasetOptions(datasets: readonly DatasetChoice[], chosen: string, { say }: View) {
  const options = datasets.map(({ id, title, isRest }) => ({
    value: id,
    label: isRest ? say('editableNamed', { title }) : title,
  }))
  const isListed = chosen === '' || options.some(({ value }) => value === chosen)
  return isListed ? options : [{ value: chosen, label: chosen }, ...options]
}

/** An example of the lines, else `first = second`, as `itemsFrom` reads them. */
const placeholderOf = (property: JsonSchema): string =>
  property.examples
    ? inputText(property, property.examples[0])
    : Object.keys(property.items?.properties ?? {}).join(' = ')

function typeOf({ writeOnly, type, format }: JsonSchema): string {
  if (writeOnly) return 'password'
  if (type === 'integer' || type === 'number') return 'number'
  return format === 'uri' ? 'url' : 'text'
}

const objectIn = (value: unknown): ConfigValues =>
  // An object that is not an array, as just checked.
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as ConfigValues) : {}
