import type { View } from '../view'
import type { Topic } from './account-choices'

/** The check boxes of the topics; nothing when the account has none. */
export function TopicChoice({ view, topics, chosen }: { view: View; topics: Topic[]; chosen: ReadonlySet<string> }) {
  if (topics.length === 0) return null
  return (
    <fieldset class="choices">
      <legend>{view.say('settings:topics')}</legend>
      <input type="hidden" name="topics" value="" />
      {topics.map(({ id, title }) => (
        <label class="choice">
          <input type="checkbox" name="topics" value={id} checked={chosen.has(id)} />
          <span>{title}</span>
        </label>
      ))}
    </fieldset>
  )
}
