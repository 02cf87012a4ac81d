import { JournalList } from '../dataset/journal'
import { LineEditor } from '../lines/editor'
import { TableView } from '../table/tab'
import type { EmbedInput } from './open'
import { Sites } from './sites'

/** What has the reader's own rights: framed by pages of this origin only. */
export const ownParts = {
  'table-edit': { operation: 'readLines', render: (input: EmbedInput) => TableView(input) },
  form: { operation: 'createLine', render: (input: EmbedInput) => <NewLine {...input} /> },
  journal: {
    operation: 'readJournal',
    render: ({ view, dataset }: EmbedInput) => <JournalList view={view} dataset={dataset} />,
  },
  'publication-sites': {
    operation: 'readDescription',
    render: ({ view, dataset }: EmbedInput) => <Sites view={view} dataset={dataset} />,
  },
} as const

/** A new line, with the values that the address already knows (`town_eq=Rennes`). */
function NewLine({ view, dataset, params, address }: EmbedInput) {
  const fields = dataset.published.schema
  const line = Object.fromEntries(
    fields.flatMap(({ key }) => {
      const value = params.get(`${key}_eq`)
      return value === null ? [] : [[key, value]]
    }),
  )
  return (
    <LineEditor
      view={view}
      address={address.replace(/\/form$/, '/table-edit')}
      params={new URLSearchParams()}
      fields={fields}
      line={undefined}
      prefilled={line}
      deletes={false}
    />
  )
}
