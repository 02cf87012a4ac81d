import type { Child } from 'hono/jsx'
import type { Dataset } from '../../datasets'
import { automaticCancellationPrefix, type JournalEntry, readEntries } from '../../datasets/journal'
import { FileVersions } from '../file-versions/section'
import { readsHistory } from '../history/access'
import type { MessageKey } from '../messages'
import type { View } from '../view'
import { allows, DatasetFrame } from './frame'
import { journalText } from './journal-text'

/** The journal tab: events of the dataset, newest first. */
export function JournalTab({ view, dataset, notice }: { view: View; dataset: Dataset; notice?: Child }) {
  return (
    <DatasetFrame view={view} dataset={dataset} tab="journal" ownStyles="journal.css" notice={notice}>
      {readsHistory(view, dataset) && (
        <p>
          <a href={`${view.baseUrl}/dataset/${dataset.id}/history`}>{view.say('rowsHistory')}</a>
        </p>
      )}
      {allows(view, dataset, 'writeData') && <FileVersions view={view} dataset={dataset} />}
      <JournalList view={view} dataset={dataset} ready="event:ready" />
    </DatasetFrame>
  )
}

type ListProps = {
  view: View
  dataset: Dataset
  /** The text of the end of the processing: clients of the embed know another one. */
  ready: 'event:ready' | 'event:finalize-end'
}

/** The events alone: in the tab, or embedded. */
export async function JournalList({ view, dataset, ready }: ListProps) {
  const { say } = view
  const all = await readEntries(view.ctx, dataset.id)
  const events = all.filter((event, at) => !isOfFormerReading(all, event, at))
  return (
    <>
      {events.length === 0 && <p class="empty">{say('noEvent')}</p>}
      <ol class="journal">
        {events.map((event, at) => {
          const { type, code, date, draft } = event
          // A file with other columns was not refused: it waits for a decision.
          const differs = code === 'structure-differs'
          const warns = differs || (type === 'error' && isOvercome(events, at))
          const said = type === 'draft-validated' ? undefined : journalText(view, dataset, event)
          const label = type === 'finalize-end' && !draft ? say(ready) : eventText(view, event)
          const author = eventAuthor(view, event)
          return (
            <li class={warns ? 'warn' : /error/.test(type) ? 'danger' : /end|validated|created/.test(type) ? 'ok' : ''}>
              <time datetime={date} title={view.dateTime(date)}>
                {view.ago(date)}
              </time>
              <div>
                <strong>{differs ? say('event:structure-differs') : warns ? say('event:warning') : label}</strong>{' '}
                {author && <span class="quiet">{author} </span>}
                {draft && type !== 'draft-validated' && <span class="chip">{say('draft')}</span>}
                {said && <p>{said.text}</p>}
                {said && said.items.length > 0 && (
                  <ul>
                    {said.items.map((item) => (
                      <li>{item}</li>
                    ))}
                  </ul>
                )}
              </div>
            </li>
          )
        })}
      </ol>
    </>
  )
}

/** Whether an event is an error, or the start of a step, of a reading that another one of the same file followed: that one has its own. Newest first. */
function isOfFormerReading(events: readonly JournalEntry[], { type, draft }: JournalEntry, at: number): boolean {
  if (!draft || !/error|extend-start/.test(type)) return false
  const next = events.slice(0, at).findLast((later) => startsReading(later) || later.type === 'draft-validated')
  return next?.type === 'structure-updated' && next.draft === true
}

/** Whether an event starts the reading of a file: that of another one, or of the same in another way. */
const startsReading = ({ type, draft }: JournalEntry): boolean =>
  /data-updated|created|cancelled/.test(type) || (type === 'structure-updated' && draft === true)

/** Whether the run of an error completed: the error is then shown as a warning. Newest first. */
function isOvercome(events: readonly JournalEntry[], at: number): boolean {
  const next = events.slice(0, at).findLast(({ type }) => type !== 'error' && !type.startsWith('extend-'))?.type
  return next === 'finalize-end' || next === 'draft-validated'
}

/** The label of an event. */
function eventText({ say }: View, { type, draft, data }: JournalEntry): string {
  if (type === 'structure-updated' && draft) return say('fileReadAgain')
  if (type === 'finalize-end') return say('event:reviewable')
  if (type === 'draft-cancelled' && data?.startsWith(automaticCancellationPrefix)) return say('cancelledByItself')
  return say(events.find((key) => key === `event:${type}`) ?? 'event:other')
}

/** The person, the key or the collector that caused an event. */
function eventAuthor({ say }: View, { originator }: JournalEntry): string | undefined {
  const { user, apiKey } = originator ?? {}
  if (user) return say('byAuthor', { name: user.name })
  if (!apiKey) return undefined
  const key = apiKey.id.startsWith('collector:') ? 'actor:collector' : 'actor:namedKey'
  return say('byAuthor', { name: say(key, { title: apiKey.title }) })
}

const events = [
  'event:dataset-created',
  'event:data-updated',
  'event:draft-data-updated',
  'event:structure-updated',
  'event:extend-start',
  'event:extend-end',
  'event:draft-validated',
  'event:draft-cancelled',
  'event:dataset-restored',
  'event:validation-error',
  'event:error',
] as const satisfies MessageKey[]
