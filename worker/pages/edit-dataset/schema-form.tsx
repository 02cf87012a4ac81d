import type { PrivateConcept } from '../../accounts'
import { type Dataset, type FieldStatistics, lineCount } from '../../datasets'
import { limits } from '../../limits'
import { isErrorField } from '../../schema/calculated'
import { ConceptHelp } from '../components/concept-select'
import { SaveBar } from '../components/edit-section'
import { allows } from '../dataset/frame'
import { ColumnField } from '../new-dataset/column-field'
import { emptyColumn, sentColumns } from '../new-dataset/columns'
import { NamedConcepts, usesNamedConcepts } from '../new-dataset/named-concepts'
import type { RetypedColumn } from '../publish/check-types'
import { ProjectionChoice, projectionIn } from '../publish/projection'
import type { View } from '../view'
import { ColumnRow } from './column-row'
import { columnsIn, isUnique, orderIn } from './column-rules'
import type { ColumnToRemove } from './columns-to-remove'
import { schemaBase } from './concurrent-changes'
import { proposedFor } from './proposed-concepts'
import type { UnlistedColumn } from './unlisted-values'

type Props = {
  view: View
  dataset: Dataset
  address: string
  statistics: ReadonlyMap<string, FieldStatistics>
  /** Some rows, whose values are held against concepts. */
  lines: readonly Record<string, unknown>[]
  /** Concepts of the account of the dataset. */
  concepts: readonly PrivateConcept[]
  /** The columns of the refused form that have values not of their chosen type. */
  retyped?: readonly RetypedColumn[] | undefined
  /** The columns that the refused form removes. */
  removed?: readonly ColumnToRemove[] | undefined
  /** The columns whose new list of values some rows do not have. */
  unlisted?: readonly UnlistedColumn[] | undefined
  /** The refused form, whose values are shown instead. */
  form?: URLSearchParams | undefined
}

/** The columns of a published dataset: what of a column can be changed without another file. */
export function SchemaForm({
  view,
  dataset,
  address,
  statistics,
  lines,
  concepts,
  retyped = [],
  removed = [],
  unlisted = [],
  form,
}: Props) {
  const { say } = view
  const schema = form ? columnsIn(dataset, form) : dataset.published.schema
  const proposed = proposedFor(schema, statistics)
  // The types of a virtual dataset are those of its children.
  const isTyped = dataset.nature === 'file' || dataset.nature === 'rest'
  const isEditable = dataset.nature === 'rest'
  return (
    <form class="form" method="post" action={`${address}/edit`} data-unsaved={form ? 'changed' : ''} data-together>
      <p class="quiet">
        {say('schemaEditHelp')} {isTyped && <RebuildTime view={view} rows={lineCount(dataset.published) ?? 0} />}
      </p>
      <ConceptHelp view={view} />
      <input type="hidden" name="part" value="schema" />
      <input type="hidden" name="base" value={form?.get('base') ?? schemaBase(dataset.published.schema)} />
      {/* Enter saves: the first button of a form is its default. */}
      {isEditable && <button hidden type="submit" />}
      {isEditable && <p class="visually-hidden" role="status" data-moved />}
      <section class="scroller" tabindex={0} aria-label={say('tab:schema')}>
        <table class="schema review edited" data-fold>
          <thead>
            <tr>
              <th scope="col">{say('field')}</th>
              {isTyped && <th scope="col">{say('type')}</th>}
              <th scope="col">{say('titleAndDescription')}</th>
              <th scope="col">{say('concept')}</th>
              {isTyped && <th scope="col">{say('labels')}</th>}
            </tr>
          </thead>
          <tbody>
            {orderIn(form, schema.length).flatMap((at) => {
              const field = schema[at]
              if (!field) return []
              // What an extension could not fill is no column to describe: only its place is sent.
              if (isErrorField(field)) return isEditable ? <HiddenColumn at={at} /> : []
              return (
                <ColumnRow
                  {...{ view, field, at, form, concepts, isTyped, isEditable, lines }}
                  isUnique={isUnique(dataset.metadata, { key: field.key, at, form })}
                  isKey={dataset.metadata.primaryKey?.includes(field.key) === true}
                  proposal={proposed.get(field.key)}
                  invalid={retyped.find((column) => column.at === at)}
                  removed={removed.find((column) => column.at === at)}
                  unlisted={unlisted.find((column) => column.at === at)}
                />
              )
            })}
          </tbody>
        </table>
      </section>
      {isTyped && allows(view, dataset, 'writeDescriptionBreaking') && (
        <ProjectionChoice view={view} chosen={projectionIn(dataset, dataset.published)} />
      )}
      {isEditable && <AddedColumn view={view} concepts={concepts} form={form} />}
      <SaveBar view={view} />
    </form>
  )
}

function HiddenColumn({ at }: { at: number }) {
  return (
    <tr hidden>
      <td>
        <input type="hidden" name="order" value={String(at)} />
      </td>
    </tr>
  )
}

/** A column to add to an editable dataset: it is empty in the rows that exist. */
function AddedColumn({ view, concepts, form }: Pick<Props, 'view' | 'concepts' | 'form'>) {
  const [column = emptyColumn] = form ? sentColumns(form) : []
  return (
    <fieldset class="column-fields">
      <legend>{view.say('addColumn')}</legend>
      <ColumnField view={view} at={0} label={view.say('title')} column={column} concepts={concepts} />
      <NamedConcepts view={view} isChosen={!form || usesNamedConcepts(form)} />
    </fieldset>
  )
}

/** How long reading the rows again takes. */
function RebuildTime({ view, rows }: { view: View; rows: number }) {
  const seconds = Math.ceil(rows / limits.lines.rebuiltPerSecond)
  if (seconds < 60) return <>{view.say('rebuildSeconds', { count: Math.max(1, seconds) })}</>
  return <>{view.say('rebuildMinutes', { count: Math.ceil(seconds / 60) })}</>
}
