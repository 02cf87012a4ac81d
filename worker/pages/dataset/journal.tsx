import { type Dataset, readJournal } from '../../datasets'
import type { MessageKey } from '../messages'
import type { View } from '../view'
import { DatasetFrame } from './frame'

/** What happened to the dataset, newest first. */
export async function JournalTab({ view, dataset }: { view: View; dataset: Dataset }) {
  const { say } = view
  const events = await readJournal(view.ctx, dataset.id)
  return (
    <DatasetFrame view={view} dataset={dataset} tab="journal">
      {events.length === 0 && <p class="empty">{say('noEvent')}</p>}
      <ol class="journal">
        {events.map((event) => {
          // Written by readJournal, whose keys these are.
          const { type, date, data, draft } = event as { type: string; date: string; data?: string; draft?: true }
          return (
            <li class={/error/.test(type) ? 'danger' : /end|validated|created/.test(type) ? 'ok' : ''}>
              <time datetime={date} title={view.dateTime(date)}>
                {view.ago(date)}
              </time>
              <div>
                <strong>{eventText(view, type)}</strong>
                {draft && <span class="chip">{say('draft')}</span>}
                {data && <p>{data}</p>}
              </div>
            </li>
          )
        })}
      </ol>
    </DatasetFrame>
  )
}

/** What an event is called; one that is not known by name is said as it is. */
function eventText(view: View, type: string): string {
  const known = events.find((key) => key === `event:${type}`)
  return known ? view.say(known) : type.replaceAll('-', ' ')
}

const events = [
  'event:dataset-created',
  'event:data-updated',
  'event:draft-data-updated',
  'event:structure-updated',
  'event:finalize-end',
  'event:draft-validated',
  'event:draft-cancelled',
  'event:validation-error',
  'event:error',
] as const satisfies MessageKey[]
