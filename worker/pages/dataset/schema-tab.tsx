import type { Dataset, FieldStatistics } from '../../datasets'
import type { Field } from '../../schema/field'
import { Markdown } from '../components/markdown'
import { fieldsOf } from '../fields'
import { Distribution } from '../table/distribution'
import { nameOf, TypeMark } from '../table/field'
import { isNearlyUnique, isQuantity, knownCount } from '../table/quantity'
import type { View } from '../view'
import { DatasetFrame } from './frame'

type Input = { view: View; dataset: Dataset; statistics: ReadonlyMap<string, FieldStatistics> }

/** The columns tab: names, types, concepts and statistics of the fields. */
export function SchemaTab({ view, dataset, statistics }: Input) {
  const { say, baseUrl } = view
  const api = `${baseUrl}/api/v1/datasets/${dataset.id}/schema`
  return (
    <DatasetFrame view={view} dataset={dataset} tab="schema">
      <div class="list-head">
        <p class="quiet">{say('schemaHelp')}</p>
        <p class="chips">
          <a class="button" href={`${api}?mimeType=application/tableschema%2Bjson`}>
            Table Schema
          </a>
          <a class="button" href={`${api}?mimeType=application/schema%2Bjson`}>
            JSON Schema
          </a>
        </p>
      </div>
      <SchemaTable view={view} dataset={dataset} statistics={statistics} />
    </DatasetFrame>
  )
}

/** The table of fields: in the tab, or embedded. */
export function SchemaTable({ view, dataset, statistics, framed = false }: Input & { framed?: boolean }) {
  const { say } = view
  const fields = fieldsOf(view, dataset).filter((field) => !field['x-calculated'])
  const hasConcepts = fields.some((field) => field['x-concept'])
  return (
    <section class="scroller" tabindex={0} aria-label={say('tab:schema')}>
      <table class="schema">
        <thead>
          <tr>
            <th scope="col">{say('field')}</th>
            <th scope="col">{say('type')}</th>
            {hasConcepts && <th scope="col">{say('concept')}</th>}
            <th scope="col">{say('values')}</th>
            <th scope="col" class="number">
              {say('distinct')}
            </th>
            <th scope="col" class="number">
              {say('empty')}
            </th>
          </tr>
        </thead>
        <tbody>
          {fields.map((field) => (
            <SchemaRow
              view={view}
              dataset={dataset}
              field={field}
              hasConcepts={hasConcepts}
              framed={framed}
              statistics={statistics.get(field.key)}
            />
          ))}
        </tbody>
      </table>
    </section>
  )
}

function SchemaRow(props: {
  view: View
  dataset: Dataset
  field: Field
  /** Whether any field has one; otherwise the column is omitted. */
  hasConcepts: boolean
  /** Embedded, without links to the table. */
  framed: boolean
  statistics: FieldStatistics | undefined
}) {
  const { view, dataset, field, hasConcepts, framed, statistics } = props
  const { say } = view
  const lines = statistics ? statistics.filled + statistics.empty : 0
  const column = `${view.baseUrl}/dataset/${dataset.id}/table?${new URLSearchParams({ column: field.key })}`
  const concept = field['x-concept']
  return (
    <tr>
      <th scope="row">
        <a href={column} {...(framed ? { target: '_blank', rel: 'noopener' } : {})}>
          {nameOf(field)}
        </a>
        <code>{field.key}</code>
        {field.description && <Markdown text={field.description} view={view} />}
      </th>
      <td>
        <TypeMark view={view} field={field} />
      </td>
      {hasConcepts && (
        <td class="of-concept">{concept && <span title={field['x-refersTo'] ?? ''}>{concept.title}</span>}</td>
      )}
      <td class="spark">
        {statistics && (
          <Distribution view={view} field={field} statistics={statistics} isQuantity={isQuantity(field, statistics)} />
        )}
      </td>
      <td class="number" data-label={say('distinct')}>
        {statistics ? distinctText(view, statistics) : (field['x-cardinality'] ?? '')}
      </td>
      <td class="number" data-label={say('empty')}>
        {statistics && lines > 0 ? view.share(statistics.empty / lines) : ''}
      </td>
    </tr>
  )
}

function distinctText(view: View, { cardinality, cardinalityExact, filled, longValues }: FieldStatistics): string {
  if (!cardinalityExact && isNearlyUnique(cardinality, filled - longValues)) return view.say('aboutAllDifferent')
  return `${cardinalityExact ? '' : '≈ '}${view.number(knownCount(cardinality, cardinalityExact))}`
}
