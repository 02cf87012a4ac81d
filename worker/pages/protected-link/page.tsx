import type { Child } from 'hono/jsx'
import { type Dataset, hasLines } from '../../datasets'
import { hasFileFields } from '../../schema/attachment-fields'
import { Markdown } from '../components/markdown'
import { Facts } from '../dataset/facts'
import { Glance } from '../dataset/glance'
import { Document } from '../frame/document'
import type { MessageKey } from '../messages'
import type { View } from '../view'

export const protectedLinkParts = ['description', 'table', 'map', 'charts', 'files', 'fields', 'download'] as const
export type ProtectedLinkPart = (typeof protectedLinkParts)[number]

const labels = {
  description: 'tab:description',
  table: 'tab:table',
  map: 'tab:map',
  charts: 'tab:charts',
  files: 'tab:files',
  fields: 'tab:schema',
  download: 'downloads',
} as const satisfies Record<ProtectedLinkPart, MessageKey>

/** The parts that a dataset has. */
export function partsOf(dataset: Dataset): ProtectedLinkPart[] {
  const isReadable = hasLines(dataset, dataset.published)
  return protectedLinkParts.filter((part) => {
    if (part === 'description') return true
    if (part === 'files') return isReadable && hasFileFields(dataset.published.schema)
    if (part === 'map') return isReadable && Boolean(dataset.published.bbox?.length)
    return part === 'fields' ? dataset.published.schema.length > 0 : isReadable
  })
}

type Props = {
  view: View
  dataset: Dataset
  part: ProtectedLinkPart
  parts: readonly ProtectedLinkPart[]
  /** URL of the link. */
  base: string
  islands: string[]
  ownStyles?: string | undefined
  children: Child
}

/** A dataset for those who have a protected link: its description, and one part of it. */
export function ProtectedLinkPage({ view, dataset, part, parts, base, islands, ownStyles, children }: Props) {
  const { say } = view
  const { title, summary, description } = dataset.metadata
  return (
    <Document
      view={view}
      title={title}
      islands={['navigation', ...islands]}
      ownStyles={ownStyles}
      head={<meta name="referrer" content="same-origin" />}
    >
      <main class={part === 'description' ? '' : 'wide'}>
        <p class="eyebrow">{dataset.owner.name}</p>
        <h1>{title}</h1>
        {summary && <p class="lead">{summary}</p>}
        <nav class="tabs" aria-label={title}>
          {parts.map((one) => (
            <a
              href={one === 'description' ? base : `${base}/${one}`}
              {...(one === part ? { 'aria-current': 'page' as const } : {})}
            >
              {say(labels[one])}
            </a>
          ))}
        </nav>
        {part === 'description' ? (
          <div class="two-columns">
            <div>
              {description && <Markdown text={description} view={view} />}
              <Glance view={view} dataset={dataset} link={base} />
            </div>
            <aside>
              <Facts view={view} dataset={dataset} />
            </aside>
          </div>
        ) : (
          children
        )}
        <section class="quiet">{say('openedByLink')}</section>
      </main>
    </Document>
  )
}
