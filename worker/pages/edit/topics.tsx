import { storedSettings } from '../../accounts'
import type { Application } from '../../applications'
import type { Dataset } from '../../datasets'
import type { View } from '../view'

export type Topic = NonNullable<Dataset['metadata']['topics']>[number]

/** The topics that a dataset or an application may have: those of its account, and those that it already has. */
export async function topicsFor(
  view: View,
  { owner, metadata }: Pick<Dataset | Application, 'owner' | 'metadata'>,
): Promise<Topic[]> {
  const stored = await storedSettings(view.ctx, { type: owner.type, id: owner.id })
  // The settings give every topic its id.
  const offered = (stored?.settings.topics ?? []).flatMap(({ id, ...topic }) => (id ? [{ ...topic, id }] : []))
  const offeredIds = new Set(offered.map(({ id }) => id))
  return [...offered, ...(metadata.topics ?? []).filter(({ id }) => !offeredIds.has(id))]
}

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
