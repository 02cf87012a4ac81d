/** The state of a dataset that its publishers have to know. Pure. */
import type { DatasetStatus } from '../../datasets'

export const itemStates = {
  inDraft: 'warn',
  inProgress: 'warn',
  inError: 'danger',
  newFileWaits: 'warn',
  newFileInProgress: 'warn',
  newFileFailed: 'danger',
} as const
export type ItemState = keyof typeof itemStates

/** Of a draft: that of a dataset without readers yet, or a new file of one that is published. */
export function itemState({ nature, published, draft }: DatasetStatus): ItemState | undefined {
  if (nature === 'metaOnly') return undefined
  const isNew = published.status === 'draft'
  if (published.status === 'error' || (isNew && draft?.status === 'error')) return 'inError'
  if (draft?.status === 'error') return 'newFileFailed'
  if (draft && draft.status !== 'finalized') return isNew ? 'inProgress' : 'newFileInProgress'
  if (isNew) return 'inDraft'
  if (published.status !== 'finalized') return 'inProgress'
  return draft ? 'newFileWaits' : undefined
}
