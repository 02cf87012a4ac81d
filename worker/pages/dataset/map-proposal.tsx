import { type Dataset, hasLines, readStatistics } from '../../datasets'
import { conceptById } from '../../schema/concepts'
import { nameOf } from '../../schema/field'
import { proposedFor } from '../edit-dataset/proposed-concepts'
import type { View } from '../view'
import { allows } from './frame'

/** Concepts that make a map. Projected coordinates need a projection too, which the form of the columns asks for. */
const positional: ReadonlySet<string> = new Set(['latitude', 'longitude', 'latLon', 'geometry'])

/** Proposes a map for columns that look like coordinates and have no concept, to those who may give them one. */
export async function MapProposal({ view, dataset }: { view: View; dataset: Dataset }) {
  const { say } = view
  const { published, nature } = dataset
  const isOwn = nature === 'file' || nature === 'rest'
  if (!isOwn || published.bbox?.length || published.status !== 'finalized' || !hasLines(dataset, published)) return null
  if (!allows(view, dataset, 'writeDescription') || !allows(view, dataset, 'readLines')) return null
  const proposed = proposedFor(published.schema, await readStatistics(view.ctx, { dataset }))
  const columns = published.schema.flatMap((field, at) => {
    const { concept = '' } = proposed.get(field.key) ?? {}
    const [identifier] = positional.has(concept) ? (conceptById(concept)?.identifiers ?? []) : []
    return identifier ? [{ name: nameOf(field), at, identifier }] : []
  })
  if (columns.length === 0) return null
  const names = new Intl.ListFormat(view.language).format(columns.map(({ name }) => name))
  return (
    <form class="notice" method="post" action={`${view.baseUrl}/dataset/${dataset.id}/edit`}>
      <p>{say('mapProposal', { columns: names })}</p>
      <input type="hidden" name="part" value="schema" />
      <input type="hidden" name="then" value="dataset" />
      {columns.map(({ at, identifier }) => (
        <input type="hidden" name={`proposal-${at}`} value={identifier} />
      ))}
      <button type="submit">{say('makeMap')}</button>
    </form>
  )
}
