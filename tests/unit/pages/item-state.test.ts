/** States marked in lists. */
import { expect, test } from 'vitest'
import { itemState } from '../../../worker/pages/catalogue/item-state'

test.each<[string, string, string | undefined, string | undefined]>([
  ['a published dataset', 'finalized', undefined, undefined],
  ['one that is processed', 'analyzed', undefined, 'inProgress'],
  ['one that failed', 'error', undefined, 'inError'],
  ['a new one that waits', 'draft', 'finalized', 'inDraft'],
  ['a new one whose file is read', 'draft', 'loaded', 'inProgress'],
  ['a new one whose file failed', 'draft', 'error', 'inError'],
  ['a new file that waits', 'finalized', 'finalized', 'newFileWaits'],
  ['a new file that is read', 'finalized', 'analyzed', 'newFileInProgress'],
  ['a new file that failed', 'finalized', 'error', 'newFileFailed'],
  ['the failure of what is published goes first', 'error', 'finalized', 'inError'],
])('%s', (_, published, draft, expected) => {
  // The other properties are not read.
  const versions = { published: { status: published }, draft: draft && { status: draft } } as Parameters<
    typeof itemState
  >[0]
  expect(itemState({ ...versions, nature: 'file' })).toBe(expected)
  expect(itemState({ ...versions, nature: 'metaOnly' })).toBeUndefined()
})
