import { limits } from '../../../limits'
import type { MessageKey } from '../../messages'
import { editedRows } from '../lists'
import { RowRemoval } from './row-removal'
import type { Section, Shown } from './section'
import { SectionForm } from './section-form'

/** The optional fields of descriptions that an account may ask for, with the message of their usual label. */
export const metadataFields = {
  spatial: 'spatial',
  temporal: 'period',
  frequency: 'frequency',
  creator: 'creator',
  modified: 'modifiedOn',
  keywords: 'facet:keywords',
  conformsTo: 'conformsTo',
} as const satisfies Record<string, MessageKey>
export type MetadataField = keyof typeof metadataFields

type Definitions = Partial<Record<MetadataField, { active?: boolean; title?: string }>> & {
  custom?: { key?: string; title: string }[]
}

/** What an account asks of the descriptions of its datasets. */
export const datasetsMetadataSection: Section = {
  isOfWholeAccount: true,
  render: async (shown) => (
    <DatasetsMetadata {...shown} definitions={await shown.api.read<Definitions>('/datasets-metadata')} />
  ),
  forms: {
    '': async (api, form) => ({
      answer: await api.patch({ datasetsMetadata: definitionsOf(form) }),
      done: 'saved',
    }),
  },
}

const names = Object.keys(metadataFields) as MetadataField[] // the keys of the literal above

function definitionsOf(form: URLSearchParams): Definitions {
  const asked = new Set(form.getAll('active'))
  const fields = names.flatMap((name) => {
    const title = form.get(`label.${name}`)?.trim()
    const field = { ...(asked.has(name) ? { active: true } : {}), ...(title ? { title } : {}) }
    return Object.keys(field).length > 0 ? [[name, field] as const] : []
  })
  const custom = editedRows(form, ['key', 'title'], ['title']).map(({ key, title = '' }) => ({
    title,
    ...(key ? { key } : {}),
  }))
  return { ...Object.fromEntries(fields), ...(custom.length > 0 ? { custom } : {}) }
}

function DatasetsMetadata({ view, formsUrl, definitions }: Shown & { definitions: Definitions }) {
  const { say } = view
  const { maxTitleChars } = limits.settings
  const own = definitions.custom ?? []
  return (
    <SectionForm
      view={view}
      action={formsUrl()}
      title={say('settings:datasets-metadata')}
      explanation={say('datasetsMetadataHelp')}
    >
      <ul class="rows">
        {names.map((name) => {
          const label = say(metadataFields[name])
          return (
            <li class="pair">
              <label class="choice grow">
                <input type="checkbox" name="active" value={name} checked={definitions[name]?.active === true} />
                <span>{label}</span>
              </label>
              <input
                class="grow"
                name={`label.${name}`}
                value={definitions[name]?.title ?? ''}
                maxlength={maxTitleChars}
                placeholder={say('otherLabel')}
                aria-label={say('labelOf', { name: label })}
              />
            </li>
          )
        })}
      </ul>
      <h3>{say('customMetadata')}</h3>
      <p class="quiet">{say('customMetadataHelp')}</p>
      <ul class="rows">
        {[...own, { key: '', title: '' }].map(({ key = '', title }, at) => (
          <li>
            <input type="hidden" name="key" value={key} />
            <input
              class="grow"
              name="title"
              value={title}
              required={at < own.length}
              maxlength={maxTitleChars}
              placeholder={say('newCustomMetadata')}
              aria-label={title || say('newCustomMetadata')}
            />
            <RowRemoval
              view={view}
              at={at < own.length ? at : undefined}
              title={title}
              warning={say('removeCustomMetadata', { title })}
            />
          </li>
        ))}
      </ul>
    </SectionForm>
  )
}
