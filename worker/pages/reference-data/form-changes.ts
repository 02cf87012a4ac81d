/** What the forms of reference data change. Pure. */
import type { Dataset } from '../../datasets'

export type ReferenceData = NonNullable<Dataset['metadata']['masterData']>
export type Match = NonNullable<ReferenceData['bulkSearchs']>[number]
export type Suggestion = NonNullable<ReferenceData['singleSearchs']>[number]

/**
 * The reference data after a form: `action` is `match`, `suggest`, `offer`, or `remove-match`, `remove-suggest` with the id of
 * a search in `id`. Properties that the forms do not show are kept.
 */
export function changedReferenceData(before: ReferenceData, form: URLSearchParams): ReferenceData {
  const text = (name: string) => form.get(name)?.trim() ?? ''
  const id = text('id')
  switch (form.get('action')) {
    case 'match':
      return { ...before, bulkSearchs: [...(before.bulkSearchs ?? []), matchOf(form, text)] }
    case 'suggest':
      return { ...before, singleSearchs: [...(before.singleSearchs ?? []), suggestionOf(text)] }
    case 'remove-match':
      return { ...before, bulkSearchs: (before.bulkSearchs ?? []).filter((search) => search.id !== id) }
    case 'remove-suggest':
      return { ...before, singleSearchs: (before.singleSearchs ?? []).filter((search) => search.id !== id) }
    case 'offer': {
      const kept = (before.shareOrgs ?? []).filter((organization) =>
        form.getAll('organization').includes(organization.id),
      )
      const added = parsedOrganization(text('new-organization'))
      return {
        ...before,
        standardSchema: { ...before.standardSchema, active: form.has('standardSchema') },
        virtualDatasets: { ...before.virtualDatasets, active: form.has('virtualDatasets') },
        shareOrgs: added && !kept.some((one) => one.id === added.id) ? [...kept, added] : kept,
      }
    }
    default:
      return before
  }
}

function matchOf(form: URLSearchParams, text: (name: string) => string): Match {
  const input: Match['input'] = form
    .getAll('column')
    .filter(Boolean)
    .map((key) => ({ type: 'equals', property: { key } }))
  const distance = text('distance')
  if (distance) input.push({ type: 'geo-distance', distance: Number(distance), property: { key: '_geopoint' } })
  if (form.has('interval')) input.push({ type: 'date-in-interval', property: { key: '_date' } })
  return { title: text('title'), ...describedBy(text), input }
}

function suggestionOf(text: (name: string) => string): Suggestion {
  const label = text('label')
  return {
    title: text('title'),
    ...describedBy(text),
    output: { key: text('output') },
    ...(label ? { label: { key: label } } : {}),
  }
}

const describedBy = (text: (name: string) => string) =>
  text('description') ? { description: text('description') } : {}

/** `id` or `id name`. */
function parsedOrganization(text: string): { id: string; name?: string } | undefined {
  const [id = '', ...words] = text.split(/\s+/)
  const name = words.join(' ')
  return id ? { id, ...(name ? { name } : {}) } : undefined
}
