import { type Dataset, isIdle } from '../../datasets'

/** Whether a version is being processed: the published one, or a draft that was sent or accepted and takes its place. */
export const isBeingUpdated = ({ published, draft }: Pick<Dataset, 'published' | 'draft'>): boolean =>
  !isIdle(published.status) || (draft !== undefined && !isIdle(draft.status))
