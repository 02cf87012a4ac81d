import { limits } from '../../../limits'
import { topicsOf } from '../lists'
import { RowRemoval } from './row-removal'
import type { Section, Shown } from './section'
import { SectionForm } from './section-form'

type Topic = { id?: string; title: string; color?: string }
type Stored = { topics?: Topic[] }

/** The topics of an account. */
export const topicsSection: Section = {
  isOfWholeAccount: true,
  render: async (shown) => <Topics {...shown} topics={(await shown.api.read<Stored>()).topics ?? []} />,
  forms: {
    '': async (api, form) => {
      const { topics = [] } = await api.read<Stored>()
      return { answer: await api.patch({ topics: topicsOf(form, topics) }), done: 'saved' }
    },
  },
}

function Topics({ view, formsUrl, topics }: Shown & { topics: Topic[] }) {
  const { say } = view
  return (
    <SectionForm view={view} action={formsUrl()} title={say('settings:topics')} explanation={say('topicsHelp')}>
      <ul class="rows">
        {[...topics, { id: '', title: '', color: '' }].map(({ id = '', title, color }, at) => (
          <li>
            <input type="hidden" name="id" value={id} />
            <input
              class="grow"
              name="title"
              value={title}
              required={at < topics.length}
              maxlength={limits.settings.maxTitleChars}
              placeholder={say('newTopic')}
              aria-label={title || say('newTopic')}
            />
            <input
              type="color"
              name="color"
              value={color && /^#[0-9a-f]{6}$/i.test(color) ? color : '#0b6654'}
              aria-label={say('labelled', { label: say('color'), text: title || say('newTopic') })}
            />
            <RowRemoval
              view={view}
              at={at < topics.length ? at : undefined}
              title={title}
              warning={say('removeTopic', { title })}
            />
          </li>
        ))}
      </ul>
    </SectionForm>
  )
}
