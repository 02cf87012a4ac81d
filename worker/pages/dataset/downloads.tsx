import { type Dataset, hasLeftOut, lineCount } from '../../datasets'
import { limits } from '../../limits'
import { Icon } from '../components/icon'
import { formatNames, type RowFormat, rowDownloads } from '../table/download-formats'
import { linesQuery } from '../table/state'
import type { View } from '../view'
import { allows } from './frame'

type Download = { href: string; format: string; title: string; detail: string }

/** The downloads of a dataset, with format, size, number of lines and date. */
export function Downloads({ view, dataset, params }: { view: View; dataset: Dataset; params?: URLSearchParams }) {
  const files = downloadsOf(view, dataset, params ?? new URLSearchParams())
  if (files.length === 0) return null
  return (
    <section>
      <h2>{view.say('downloads')}</h2>
      <ul class="downloads">
        {files.map(({ href, format, title, detail }) => (
          <li>
            <a href={href} download>
              <span class="format">{format}</span>
              <span>
                <strong>{title}</strong>
                <span class="quiet">{detail}</span>
              </span>
              <Icon name="download" />
            </a>
          </li>
        ))}
      </ul>
    </section>
  )
}

/** The parameters of a query that apply to downloads. */
function askedOfDownloads(params: URLSearchParams): string {
  const shown = [...params].filter(([name]) => name === 'select' || name === 'header')
  return new URLSearchParams([...shown, ...linesQuery(params)]).toString()
}

function downloadsOf(view: View, dataset: Dataset, params: URLSearchParams): Download[] {
  const { say, baseUrl } = view
  const { published, id } = dataset
  const { originalFile } = published
  const count = lineCount(published)
  const downloads: Download[] = []
  const mayRead = originalFile && (!hasLeftOut(originalFile) || allows(view, dataset, 'writeData'))
  if (mayRead && allows(view, dataset, 'downloadOriginalData')) {
    downloads.push({
      href: `${baseUrl}/api/v1/datasets/${id}/raw`,
      format: formatOf(originalFile.name),
      title: say('originalFile'),
      detail: [
        originalFile.name,
        view.bytes(originalFile.size),
        view.date(originalFile.updatedAt),
        ...(hasLeftOut(originalFile) ? [say('originalForEditors')] : []),
      ].join(' · '),
    })
  }
  if (count === undefined || !allows(view, dataset, 'readLines')) return downloads
  const changed = published.finalizedAt ? ` · ${view.date(published.finalizedAt)}` : ''
  const all = say('lineCount', { count })
  const { sheetRows } = limits.lines
  const ofSheet = count > sheetRows ? say('firstLinesOf', { count: sheetRows, total: count }) : all
  const isSheet = (format: RowFormat) => format === 'xlsx' || format === 'ods'
  const rows = rowDownloads({ view, dataset, params, query: askedOfDownloads(params) })
  return [
    ...downloads,
    ...rows.map(({ format, href }) => ({
      href,
      format: formatNames[format],
      title: say(`download:${format}`),
      detail: `${isSheet(format) ? ofSheet : all}${changed}`,
    })),
  ]
}

/** The name of the format of a file, by its extension. */
function formatOf(fileName: string): string {
  const extension = (/\.(\w{1,8})(\.gz)?$/.exec(fileName)?.[1] ?? 'file').toLowerCase()
  return isRowFormat(extension) ? formatNames[extension] : extension.toUpperCase()
}

const isRowFormat = (extension: string): extension is RowFormat => extension in formatNames
