/** The pages of the replacement of a file, wherever they are shown: pages of the service, or a frame of a portal. */
import type { Child } from 'hono/jsx'
import type { Dataset } from '../../datasets'
import type { DatasetOperation } from '../../identity'
import type { PageContext } from '../send'
import type { View } from '../view'

/** URLs of the steps. */
export type Steps = {
  upload: string
  review: string
  /** The import of rows, of an editable dataset. */
  rows: string
  /** GeoJSON of the rows that the review shows on a map. */
  points: string
  /** After the new file was discarded, or published. */
  cancelled: string
  published: string
  /** After a dataset that was never published was discarded. */
  discarded: string
  /** In a frame: links to pages of the service open outside of it. */
  frame?: '_blank'
}

export type StepPage = {
  title: string
  islands: string[]
  ownStyles?: string
  children: Child
}

export type StepAddress = {
  /** Route of the pages of one dataset, with its parameter `id`. */
  route: string
  /** The dataset, for readers who may do the operation. */
  open: (c: PageContext, operation: DatasetOperation) => Promise<{ view: View; dataset: Dataset; steps: Steps }>
  send: (c: PageContext, view: View, page: StepPage, sent?: { status: number }) => Promise<Response>
}

/** The steps below the URL of a dataset. */
export function stepsBelow(
  url: string,
  query: string,
  after: Pick<Steps, 'cancelled' | 'published' | 'discarded' | 'frame'>,
): Steps {
  const step = (path: string) => `${url}/${path}${query}`
  return {
    upload: step('replace'),
    review: step('review'),
    rows: step('import'),
    points: step('review/points'),
    ...after,
  }
}
