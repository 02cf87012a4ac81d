import type { PrivateConcept } from '../../accounts'
import { type Dataset, type FieldStatistics, lineCount } from '../../datasets'
import { limits } from '../../limits'
import { capabilityOn } from '../../schema/capabilities'
import type { Field } from '../../schema/field'
import { proposals } from '../../schema/proposals/propose'
import { SaveBar } from '../components/edit-section'
import { allows } from '../dataset/frame'
import { offeredCapabilities } from '../publish/capabilities'
import { ConceptSelect, SeparatorSelect } from '../publish/columns'
import { choiceOf, correctedSchema, typeChoices } from '../publish/corrections'
import { InvalidChoice } from '../publish/invalid-choice'
import { labelsText } from '../publish/labels'
import { ProjectionChoice, projectionIn } from '../publish/projection'
import type { RetypedColumn } from '../publish/retyped'
import { nameOf } from '../table/field'
import type { View } from '../view'

type Props = {
  view: View
  dataset: Dataset
  address: string
  statistics: ReadonlyMap<string, FieldStatistics>
  /** Concepts of the account of the dataset. */
  concepts: readonly PrivateConcept[]
  /** The columns of the refused form that have values not of their chosen type. */
  retyped?: readonly RetypedColumn[] | undefined
  /** The refused form, whose values are shown instead. */
  form?: URLSearchParams | undefined
}

/** The columns of a published dataset: what of a column can be changed without another file. */
export function SchemaForm({ view, dataset, address, statistics, concepts, retyped = [], form }: Props) {
  const { say } = view
  const schema = form ? correctedSchema(dataset.published, form) : dataset.published.schema
  const hinted = proposals(
    schema.map((field) => {
      const known = statistics.get(field.key)
      return { field, statistics: known, values: known?.frequent.map(([value]) => value) ?? [] }
    }),
  )
  // The types of a virtual dataset are those of its children.
  const isTyped = dataset.nature === 'file' || dataset.nature === 'rest'
  return (
    <form class="form" method="post" action={`${address}/edit`} data-unsaved={form ? 'changed' : ''} data-together>
      <p class="quiet">
        {say('schemaEditHelp')} {isTyped && <RebuildTime view={view} rows={lineCount(dataset.published) ?? 0} />}
      </p>
      <input type="hidden" name="part" value="schema" />
      <section class="scroller" tabindex={0} aria-label={say('tab:schema')}>
        <table class="schema review edited" data-fold>
          <thead>
            <tr>
              <th scope="col">{say('field')}</th>
              {isTyped && <th scope="col">{say('type')}</th>}
              <th scope="col">{say('title')}</th>
              <th scope="col">{say('tab:description')}</th>
              <th scope="col">{say('concept')}</th>
              {isTyped && <th scope="col">{say('labels')}</th>}
            </tr>
          </thead>
          <tbody>
            {schema.map((field, at) => (
              <FieldRow
                view={view}
                field={field}
                at={at}
                isTyped={isTyped}
                concepts={concepts}
                isCode={hinted.get(field.key)?.type === 'string'}
                invalid={retyped.find((column) => column.at === at)}
              />
            ))}
          </tbody>
        </table>
      </section>
      {isTyped && allows(view, dataset, 'writeDescriptionBreaking') && (
        <ProjectionChoice view={view} chosen={projectionIn(dataset, dataset.published)} />
      )}
      {dataset.nature === 'rest' && <NewColumn view={view} concepts={concepts} />}
      <SaveBar view={view} />
    </form>
  )
}

/** A column to add to an editable dataset: it is empty in the rows that exist. */
function NewColumn({ view, concepts }: Pick<Props, 'view' | 'concepts'>) {
  const { say } = view
  return (
    <fieldset class="column-fields">
      <legend>{say('addColumn')}</legend>
      <div class="column-field">
        <label>
          <span>{say('title')}</span>
          <input name="column-title-0" maxlength={200} />
        </label>
        <label>
          <span>{say('type')}</span>
          <select name="column-type-0">
            {typeChoices.map((choice) => (
              <option value={choice}>{say(`fieldType:${choice}`)}</option>
            ))}
          </select>
        </label>
        <label for="column-concept-0">
          <span>{say('concept')}</span>
          <ConceptSelect
            view={view}
            id="column-concept-0"
            name="column-concept-0"
            label={say('concept')}
            chosen=""
            own={concepts}
          />
        </label>
      </div>
    </fieldset>
  )
}

function FieldRow(
  props: Pick<Props, 'view' | 'concepts'> & {
    field: Field
    at: number
    isTyped: boolean
    isCode: boolean
    invalid: RetypedColumn | undefined
  },
) {
  const { view, field, at, isTyped, isCode, invalid, concepts } = props
  const { say } = view
  const name = nameOf(field)
  const choice = choiceOf(field)
  const isPlain = !field['x-extension'] && choice !== undefined
  return (
    <tr>
      <th scope="row">
        {field['x-originalName'] ?? field.key}
        <code>{field.key}</code>
      </th>
      {isTyped && (
        <td data-label={say('type')}>
          {isPlain && (
            <select name={`type-${at}`} aria-label={`${say('type')}: ${name}`}>
              {typeChoices.map((one) => (
                <option value={one} selected={one === choice}>
                  {say(`fieldType:${one}`)}
                </option>
              ))}
            </select>
          )}
          {isPlain && <Capabilities view={view} field={field} at={at} name={name} />}
          {isCode && <p class="reason">{say('looksLikeCode')}</p>}
          {invalid && <InvalidChoice view={view} column={invalid} name={name} />}
        </td>
      )}
      <td data-label={say('title')}>
        <input
          name={`title-${at}`}
          value={field.title ?? ''}
          placeholder={field['x-originalName'] ?? field.key}
          aria-label={`${say('title')}: ${name}`}
        />
      </td>
      <td data-label={say('tab:description')}>
        <input
          name={`description-${at}`}
          value={field.description ?? ''}
          aria-label={`${say('tab:description')}: ${name}`}
        />
      </td>
      <td data-label={say('concept')}>
        <ConceptSelect
          view={view}
          name={`concept-${at}`}
          label={`${say('concept')}: ${name}`}
          chosen={field['x-refersTo'] ?? ''}
          own={concepts}
        />
      </td>
      {isTyped && (
        <td data-label={say('labels')}>
          <textarea
            name={`labels-${at}`}
            rows={1}
            placeholder={say('labelsPlaceholder')}
            aria-label={`${say('labels')}: ${name}`}
          >
            {labelsText(field['x-labels'])}
          </textarea>
        </td>
      )}
    </tr>
  )
}

/** The queries that a column supports, and whether its cells have several values, each of which is searched. */
function Capabilities(props: { view: View; field: Field; at: number; name: string }) {
  const { view, field, at, name } = props
  const { say } = view
  const offered = offeredCapabilities(field)
  const on = offered.filter((capability) => capabilityOn(field, capability))
  return (
    <details class="capabilities">
      <summary aria-label={`${say('capabilities', { on: on.length, of: offered.length })}, ${name}`}>
        {say('capabilities', { on: on.length, of: offered.length })}
      </summary>
      <input type="hidden" name={`capabilities-${at}`} value="true" />
      {offered.map((capability) => (
        <label>
          <input type="checkbox" name={`capability-${at}`} value={capability} checked={on.includes(capability)} />
          {say(`capability:${capability}`)}
        </label>
      ))}
      {choiceOf(field) === 'string' && (
        <SeparatorSelect view={view} at={at} name={name} chosen={field.separator ?? ''} />
      )}
    </details>
  )
}

/** How long reading the rows again takes. */
function RebuildTime({ view, rows }: { view: View; rows: number }) {
  const seconds = Math.ceil(rows / limits.lines.rebuiltPerSecond)
  if (seconds < 60) return <>{view.say('rebuildSeconds', { count: Math.max(1, seconds) })}</>
  return <>{view.say('rebuildMinutes', { count: Math.ceil(seconds / 60) })}</>
}
