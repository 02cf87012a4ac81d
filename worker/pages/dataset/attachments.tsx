import type { Dataset } from '../../datasets'
import { Icon } from '../components/icon'
import type { View } from '../view'
import { allows } from './frame'

type Document = NonNullable<Dataset['metadata']['attachments']>[number]

/** The documents of the description: files with their format and size, and links. */
export function Documents({ view, dataset }: { view: View; dataset: Dataset }) {
  const documents = dataset.metadata.attachments ?? []
  if (documents.length === 0 || !allows(view, dataset, 'downloadMetadataAttachment')) return null
  return (
    <section id="documents">
      <h2>{view.say('documents')}</h2>
      <ul class="downloads">
        {documents.map((document) => {
          const href = documentAddress(view, dataset.id, document)
          return (
            href && (
              <li>
                <a href={href} {...(document.type === 'url' ? { rel: 'noopener nofollow' } : {})}>
                  <span class="format">{formatOf(document)}</span>
                  <span>
                    <strong>{document.title}</strong>
                    <span class="quiet">{detailOf(view, document)}</span>
                  </span>
                  <Icon name={document.type === 'url' ? 'link' : 'download'} />
                </a>
              </li>
            )
          )
        })}
      </ul>
    </section>
  )
}

/** The address of a document; undefined for one that is not a web page. */
export function documentAddress({ baseUrl }: View, id: string, { type, url, name }: Document): string | undefined {
  if (type !== 'url') return `${baseUrl}/api/v1/datasets/${id}/metadata-attachments/${encodeURIComponent(name ?? '')}`
  return url && /^https?:\/\//i.test(url) ? url : undefined
}

const formatOf = ({ type, name = '' }: Document): string =>
  type === 'url' ? 'WEB' : (/\.(\w{1,8})$/.exec(name)?.[1] ?? '').toUpperCase()

const detailOf = (view: View, { type, name, url, size }: Document): string =>
  type === 'url'
    ? new URL(url ?? '').host
    : [name, size === undefined ? undefined : view.bytes(size)].filter(Boolean).join(' · ')
