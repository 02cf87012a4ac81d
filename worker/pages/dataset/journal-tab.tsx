import type { Dataset } from '../../datasets'
import { type EventDocument, readJournal } from '../../datasets/journal'
import { readsHistory } from '../history/access'
import type { MessageKey } from '../messages'
import { sentenceText } from '../problem-text'
import type { View } from '../view'
import { DatasetFrame } from './frame'

/** The journal tab: events of the dataset, newest first. */
export function JournalTab({ view, dataset }: { view: View; dataset: Dataset }) {
  return (
    <DatasetFrame view={view} dataset={dataset} tab="journal">
      {readsHistory(view, dataset) && (
        <p>
          <a href={`${view.baseUrl}/dataset/${dataset.id}/history`}>{view.say('rowsHistory')}</a>
        </p>
      )}
      <JournalList view={view} dataset={dataset} />
    </DatasetFrame>
  )
}

/** The events alone: in the tab, or embedded. */
export async function JournalList({ view, dataset }: { view: View; dataset: Dataset }) {
  const { say } = view
  const events = await readJournal(view.ctx, dataset.id)
  return (
    <>
      {events.length === 0 && <p class="empty">{say('noEvent')}</p>}
      <ol class="journal">
        {events.map(({ type, code, date, data, draft }, at) => {
          // A file with other columns was not refused: it waits for a decision.
          const differs = code === 'structure-differs'
          const warns = differs || (type === 'error' && isOvercome(events, at))
          return (
            <li class={warns ? 'warn' : /error/.test(type) ? 'danger' : /end|validated|created/.test(type) ? 'ok' : ''}>
              <time datetime={date} title={view.dateTime(date)}>
                {view.ago(date)}
              </time>
              <div>
                <strong>
                  {differs ? say('event:structure-differs') : warns ? say('event:warning') : eventText(view, type)}
                </strong>{' '}
                {draft && type !== 'draft-validated' && <span class="chip">{say('draft')}</span>}
                {data && type !== 'draft-validated' && <p>{sentenceText(data, view.language)}</p>}
              </div>
            </li>
          )
        })}
      </ol>
    </>
  )
}

/** Whether the run of an error completed: the error is then shown as a warning. Newest first. */
function isOvercome(events: readonly EventDocument[], at: number): boolean {
  const next = events.slice(0, at).findLast(({ type }) => type !== 'error' && !type.startsWith('extend-'))?.type
  return next === 'finalize-end' || next === 'draft-validated'
}

/** The label of an event; its type when there is none. */
function eventText(view: View, type: string): string {
  const messageKey = events.find((key) => key === `event:${type}`)
  return messageKey ? view.say(messageKey) : type.replaceAll('-', ' ')
}

const events = [
  'event:dataset-created',
  'event:data-updated',
  'event:draft-data-updated',
  'event:structure-updated',
  'event:finalize-end',
  'event:extend-start',
  'event:extend-end',
  'event:draft-validated',
  'event:draft-cancelled',
  'event:dataset-restored',
  'event:validation-error',
  'event:error',
] as const satisfies MessageKey[]
