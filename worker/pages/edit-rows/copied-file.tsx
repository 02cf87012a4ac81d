import type { Child } from 'hono/jsx'
import { type Dataset, lineCount, loadDataset } from '../../datasets'
import { Problem } from '../../errors'
import { Confirmed } from '../components/confirmation'
import type { View } from '../view'

/** The dataset of the file that the rows of an editable dataset were copied from; undefined when the reader may not delete it. */
export async function copiedDataset(view: View, id: string | null | undefined): Promise<Dataset | undefined> {
  if (!id) return undefined
  try {
    const source = await loadDataset(view.ctx, id, 'delete')
    return source.nature === 'file' ? source : undefined
  } catch (error) {
    if (error instanceof Problem && error.status < 500) return undefined
    throw error
  }
}

/** The file dataset that an editable dataset was copied from, and the number of rows copied so far. */
export type CopiedFile = { source: Dataset; rows: number | undefined }

/** Whether all rows of the file are in the editable dataset: nothing is lost with the file. */
export const isCopied = (dataset: Dataset, { source, rows }: CopiedFile): boolean =>
  dataset.id !== source.id &&
  dataset.published.status === 'finalized' &&
  source.published.lines !== undefined &&
  rows === lineCount(source.published)

/** Shows how far the rows of a dataset are copied. The page is loaded again at the end. */
export function CopyingNotice({ view, dataset, children }: { view: View; dataset: Dataset; children: Child }) {
  return (
    <div class="notice" role="status" data-progress={`${view.baseUrl}/api/v1/datasets/${dataset.id}`}>
      <p>{children}</p>
      <progress max={100} aria-label={view.say('copyProgress')} />
      <a class="button" href={view.here.href}>
        {view.say('reload')}
      </a>
    </div>
  )
}

/** Tells that the dataset of the file is still there, and offers to delete it once its rows are copied. */
export function CopiedFileNotice({ view, dataset, beside }: { view: View; dataset: Dataset; beside: CopiedFile }) {
  const { source } = beside
  const { say, baseUrl } = view
  const count = lineCount(source.published) ?? 0
  const { title } = source.metadata
  const address = `${baseUrl}/dataset/${source.id}`
  if (!isCopied(dataset, beside)) {
    return (
      <CopyingNotice view={view} dataset={dataset}>
        {say('fileCopying', { count })} <a href={address}>{title}</a>
      </CopyingNotice>
    )
  }
  return (
    <div class="notice" role="status">
      <p>
        {say('fileBeside', { count })} <a href={address}>{title}</a>
      </p>
      <div class="button-row">
        <Confirmed
          view={view}
          label={say('fileBesideDelete')}
          object={title}
          warning={say('fileBesideWarning', { title, file: source.published.originalFile?.name ?? '' })}
          action={`${baseUrl}/dataset/${dataset.id}/file-beside`}
        >
          <input type="hidden" name="source" value={source.id} />
        </Confirmed>
        <a class="button" href={`${baseUrl}/dataset/${dataset.id}/edit-data`}>
          {say('fileBesideKeep')}
        </a>
      </div>
    </div>
  )
}
