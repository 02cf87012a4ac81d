import { shortened } from '../../schema/cut-text'
import { Icon } from '../components/icon'
import type { View } from '../view'

/** The properties of a dataset in the list. */
export type ItemDocument = {
  id: string
  title: string
  summary?: string
  description?: string
  count?: number
  schema?: { 'x-calculated'?: boolean | null }[]
  owner: { name: string; departmentName?: string }
  license?: { title: string }
  topics?: { id: string; title: string }[]
  visibility: string
  status?: string
  bbox?: number[]
  dataUpdatedAt?: string
  modified?: string
  updatedAt: string
}

const summaryChars = 220

/** A dataset of the list. */
export function Item({ view, dataset }: { view: View; dataset: ItemDocument }) {
  const { say, baseUrl } = view
  const { id, title, owner, license, topics = [], count, schema = [], status } = dataset
  const summary = dataset.summary || plainText(dataset.description ?? '')
  const changedAt = dataset.modified ?? dataset.dataUpdatedAt ?? dataset.updatedAt
  const fields = schema.filter((field) => !field['x-calculated']).length
  return (
    <li class="item">
      <article>
        <h2>
          <a href={`${baseUrl}/dataset/${id}`}>{title}</a>
          {dataset.visibility !== 'public' && (
            <span class="chip quiet-chip">
              <Icon name="lock" />
              {say(dataset.visibility === 'private' ? 'visibility:private' : 'visibility:protected')}
            </span>
          )}
          {status === 'error' && <span class="chip danger">{say('inError')}</span>}
        </h2>
        {summary && <p class="summary">{shortened(summary, summaryChars)}</p>}
        <ul class="facts">
          <li>{owner.departmentName ? `${owner.name} – ${owner.departmentName}` : owner.name}</li>
          {count !== undefined && <li>{say('lineCount', { count })}</li>}
          {fields > 0 && <li>{say('fieldCount', { count: fields })}</li>}
          <li>
            <time datetime={changedAt}>{say('updatedAgo', { ago: view.ago(changedAt) })}</time>
          </li>
          {license && <li>{license.title}</li>}
          {dataset.bbox && dataset.bbox.length > 0 && (
            <li>
              <Icon name="place" />
              {say('map')}
            </li>
          )}
          {topics.map((topic) => (
            <li class="chip">{topic.title}</li>
          ))}
        </ul>
      </article>
    </li>
  )
}

/** The first words of a Markdown text, without its markup. */
function plainText(markdown: string): string {
  return markdown
    .slice(0, 2_000)
    .replace(/<[^>]*>/g, ' ')
    .replace(/!?\[([^\]]*)\]\([^)]*\)/g, '$1')
    .replace(/^#+.*$/gm, ' ')
    .replace(/[*_`>|#]+/g, '')
    .replace(/\s+/g, ' ')
    .trim()
}
