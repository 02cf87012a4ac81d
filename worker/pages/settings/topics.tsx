import type { View } from '../view'
import type { User } from './account'
import { type FormResult, SettingsFrame } from './frame'

export type Topic = { id?: string; title: string; color?: string }
type Props = { view: View; user: User; topics: Topic[]; result: FormResult }

/** The topics of an account. */
export function TopicsPage({ view, user, topics, result }: Props) {
  const { say, baseUrl } = view
  return (
    <SettingsFrame view={view} user={user} part="topics" result={result}>
      <form class="card form" method="post" action={`${baseUrl}/settings/topics`}>
        <h2>{say('settings:topics')}</h2>
        <p class="quiet">{say('topicsHelp')}</p>
        <ul class="rows">
          {[...topics, { id: '', title: '', color: '' }].map(({ id = '', title, color }) => (
            <li>
              <input type="hidden" name="id" value={id} />
              <input
                class="grow"
                name="title"
                value={title}
                maxlength={200}
                placeholder={say('newTopic')}
                aria-label={title || say('newTopic')}
              />
              <input
                type="color"
                name="color"
                value={color && /^#[0-9a-f]{6}$/i.test(color) ? color : '#0b6654'}
                aria-label={`${say('color')}: ${title || say('newTopic')}`}
              />
            </li>
          ))}
        </ul>
        <p class="button-row">
          <button class="primary" type="submit">
            {say('save')}
          </button>
        </p>
      </form>
    </SettingsFrame>
  )
}
