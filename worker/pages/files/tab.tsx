import type { Dataset } from '../../datasets'
import { openLines } from '../../datasets/lines-api'
import { SearchForm } from '../components/search-form'
import { DatasetFrame } from '../dataset/frame'
import { fieldsOf } from '../fields'
import { changed } from '../page-query'
import { QueryProblem } from '../table/query-problem'
import { resultOf } from '../table/read-table'
import { ActiveFilters } from '../table/toolbar'
import type { View } from '../view'
import { FileItem } from './item'
import { type FilesPage, hasFiles, readFiles } from './read-files'

type Input = { view: View; dataset: Dataset; params: URLSearchParams; address: string; draft?: boolean }

/** The files tab: the files of the lines, with search in their content. */
export function FilesTab(input: Input) {
  const { view, dataset } = input
  return (
    <DatasetFrame view={view} dataset={dataset} tab="files" islands={['swap']}>
      <FilesView {...input} />
    </DatasetFrame>
  )
}

/** The list of files and its search: in a tab, or embedded. */
export async function FilesView({ view, dataset, params, address, draft = false }: Input) {
  const { ctx, say } = view
  const opened = await openLines(ctx, { id: dataset.id, draft })
  if (!hasFiles(opened)) return <p class="empty">{say('noFileHere')}</p>
  const read = await resultOf(readFiles(ctx, opened, params))
  return (
    <>
      <div class="toolbar">
        <SearchForm view={view} address={address} params={params} label={say('searchFiles')} />
        <p class="table-count quiet" role="status" data-region="count">
          {'value' in read && read.value.total !== undefined && say('fileCount', { count: read.value.total })}
        </p>
      </div>
      <div data-region="state">
        <ActiveFilters view={view} address={address} params={params} all={fieldsOf(view, dataset)} />
      </div>
      <div data-region="files">
        {'value' in read ? (
          <FileList
            view={view}
            address={address}
            params={params}
            page={read.value}
            editable={dataset.nature === 'rest'}
          />
        ) : (
          <QueryProblem view={view} address={address} problem={read.problem} />
        )}
      </div>
    </>
  )
}

function FileList(props: {
  view: View
  address: string
  params: URLSearchParams
  page: FilesPage
  /** An editable dataset: row numbers have no meaning, and each file is in a folder of its own. */
  editable: boolean
}) {
  const { view, address, params, page, editable } = props
  const { say } = view
  const table = address.replace(/[^/]+$/, 'table')
  if (page.files.length === 0) {
    return (
      <div class="empty">
        <h2>{say('noFile')}</h2>
        <p>{say('noLineHelp')}</p>
      </div>
    )
  }
  return (
    <>
      <ul class="items" data-rows>
        {page.files.map((file) => (
          <FileItem
            view={view}
            file={file}
            line={`${table}?${new URLSearchParams({ line: file._id })}`}
            editable={editable}
          />
        ))}
      </ul>
      {page.cursor && (
        <p class="more-lines">
          <a class="button" rel="next" href={address + changed(params, { after: page.cursor })} data-more>
            {say('moreFiles')}
          </a>
        </p>
      )}
    </>
  )
}
