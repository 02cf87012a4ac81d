import { newAnonymousToken } from '../../accounts'
import { JournalList } from '../dataset/journal-tab'
import { LineEditor, type RejectedForm } from '../edit-rows/row-form'
import { fieldsOf } from '../fields'
import { TableView } from '../table/tab'
import type { EmbedInput } from './input'
import { isFollowing } from './resolve-name'
import { Sites } from './sites'

/** Embeds with the permissions of the reader: framed by pages of this origin only. */
export const ownParts = {
  'table-edit': {
    operation: 'readLines',
    islands: ['swap', 'unsaved'],
    ownStyles: 'table-page.css',
    render: (input: EmbedInput) => TableView(input),
  },
  form: {
    operation: 'createLine',
    islands: ['swap', 'unsaved'],
    render: (input: EmbedInput) => <NewLine {...input} />,
  },
  journal: {
    operation: 'readJournal',
    render: ({ view, dataset }: EmbedInput) => <JournalList view={view} dataset={dataset} ready="event:finalize-end" />,
  },
  'publication-sites': {
    operation: 'readDescription',
    render: ({ view, dataset }: EmbedInput) => <Sites view={view} dataset={dataset} />,
  },
} as const

/**
 * A form for a new line, with values from the URL: `town_eq=Rennes`, or `_c_city_eq` by concept. Visitors with an
 * protected link get an anonymous action token.
 */
export async function NewLine({ view, dataset, params, address, refused }: EmbedInput & { refused?: RejectedForm }) {
  const fields = dataset.published.schema
  const line = Object.fromEntries(
    fieldsOf(view, dataset).flatMap(({ key, 'x-concept': concept }) => {
      const value = params.get(`${key}_eq`) ?? (concept?.primary ? params.get(`_c_${concept.id}_eq`) : null)
      return value === null ? [] : [[key, value]]
    }),
  )
  const linked = isFollowing(view.ctx)
  return (
    <>
      {linked && params.get('saved') === 'true' && (
        <p class="notice" role="status">
          {view.say('saved')}
        </p>
      )}
      <LineEditor
        view={view}
        address={linked ? address : address.replace(/\/form$/, '/table-edit')}
        params={new URLSearchParams()}
        fields={fields}
        line={undefined}
        refused={refused}
        prefilled={line}
        deletes={false}
        token={linked ? await newAnonymousToken(view.ctx) : undefined}
      />
    </>
  )
}
