import { type Dataset, hasLeftOut, lineCount } from '../../datasets'
import { limits } from '../../limits'
import { Icon } from '../components/icon'
import { downloadAddress, linesQuery } from '../table/state'
import type { View } from '../view'
import { allows } from './frame'

type Download = { href: string; format: string; title: string; detail: string }

/** The downloads of a dataset, with format, size, number of lines and date. */
export function Downloads({ view, dataset, params }: { view: View; dataset: Dataset; params?: URLSearchParams }) {
  const files = downloadsOf(view, dataset, askedOfDownloads(params ?? new URLSearchParams()))
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

function downloadsOf(view: View, dataset: Dataset, query: string): Download[] {
  const { say, baseUrl } = view
  const { published, id } = dataset
  const { originalFile } = published
  const count = lineCount(published)
  const downloads: Download[] = []
  const mayRead = originalFile && (!hasLeftOut(originalFile) || allows(view, dataset, 'writeData'))
  if (mayRead && allows(view, dataset, 'downloadOriginalData')) {
    downloads.push({
      href: `${baseUrl}/api/v1/datasets/${id}/raw`,
      format: (/\.(\w{1,8})(\.gz)?$/.exec(originalFile.name)?.[1] ?? 'file').toUpperCase(),
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
  const table = `${baseUrl}/dataset/${id}/table`
  const tables = [
    ['csv', 'CSV', say('download:csv'), all],
    ['xlsx', 'XLSX', say('download:xlsx'), ofSheet],
    ['ods', 'ODS', say('download:ods'), ofSheet],
    ...(published.bbox?.length ? ([['geojson', 'GeoJSON', say('download:geojson'), all]] as const) : []),
  ] as const
  for (const [format, name, title, rows] of tables) {
    downloads.push({
      href: downloadAddress(table, format, query),
      format: name,
      title,
      detail: `${rows}${changed}`,
    })
  }
  const isWhole = query === '' && dataset.nature !== 'virtual' && count <= limits.parquet.maxLines
  if (isWhole && allows(view, dataset, 'downloadFullData')) {
    downloads.push({
      href: `${baseUrl}/api/v1/datasets/${id}/data.parquet`,
      format: 'Parquet',
      title: say('download:parquet'),
      detail: `${all}${changed}`,
    })
  }
  return downloads
}
