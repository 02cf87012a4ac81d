/** Events replayed to a client that subscribes just after an event. */
import { expect, test } from 'vitest'
import { lastActivity } from '../../../worker/datasets/journal/replay-events'

const at = (second: number) => new Date(Date.UTC(2026, 0, 1, 0, 0, second)).toISOString()
const since = at(10)

/** Events of a journal, oldest first: type and second. */
const missed = (finalizedAt: string | undefined, ...events: [type: string, second: number, draft?: boolean][]) =>
  lastActivity(
    events
      .map(([type, second, draft = false], id) => ({
        id: id + 1,
        type,
        date: at(second),
        draft,
        problem: null,
        data: null,
      }))
      .reverse(),
    { finalizedAt, since },
  ).map(({ type, store }) => (store ? type : `(${type})`))

test.each([
  ['nothing happened', missed(at(1)), []],
  ['a creation', missed(at(12), ['dataset-created', 11], ['finalize-end', 12]), ['dataset-created', 'finalize-end']],
  [
    'a warning on the way is not its outcome',
    missed(at(12), ['dataset-created', 11], ['error', 12], ['finalize-end', 12]),
    ['finalize-end'],
  ],
  [
    'an error that was overcome is over',
    missed(
      at(14),
      ['data-updated', 11],
      ['error', 12],
      ['data-updated', 13],
      ['draft-validated', 14],
      ['finalize-end', 14],
    ),
    ['data-updated', 'draft-validated', 'finalize-end'],
  ],
  [
    'an error that is not repaired is replayed',
    missed(at(1), ['data-updated', 11], ['error', 12]),
    ['data-updated', 'error'],
  ],
  [
    'the end of a version before is over',
    missed(at(14), ['finalize-end', 11], ['structure-updated', 12], ['finalize-end', 14]),
    ['structure-updated', 'finalize-end'],
  ],
  ['an incremental update leaves no event, its date tells', missed(at(12)), ['(finalize-end)']],
  ['after another end', missed(at(13), ['finalize-end', 11]), ['(finalize-end)']],
  [
    'a draft that waits',
    missed(at(1), ['data-updated', 11], ['finalize-end', 12, true]),
    ['data-updated', 'finalize-end'],
  ],
])('%s', (_, events, expected) => {
  expect(events).toEqual(expected)
})
