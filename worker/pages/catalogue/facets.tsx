import { limits } from '../../limits'
import type { FacetCount } from '../../resources/list'
import { concepts } from '../../schema/vocabulary'
import { conceptText } from '../concepts'
import type { MessageKey } from '../messages'
import { changed, toggled } from '../page-query'
import type { View } from '../view'

/** Facets of the lists of datasets and of applications, in order. Each is also a parameter of its page. */
export const datasetFacets = ['owner', 'topics', 'short-concept', 'type', 'keywords', 'license', 'visibility'] as const
export const applicationFacets = ['owner', 'topics', 'base-application', 'visibility'] as const
export type FacetName = (typeof datasetFacets)[number] | (typeof applicationFacets)[number]

/** `value`: one or several of the parameter, separated by commas. */
type Choice = { value: string; label: string; count: number }

/** The filters of the list, as links: they work without scripts. */
export function FacetList(props: {
  view: View
  /** URL of the list. */
  address: string
  params: URLSearchParams
  names: readonly FacetName[]
  facets: Partial<Record<string, FacetCount[]>>
  /** Number of results. */
  total: number
}) {
  const { view, address, params, names, facets, total } = props
  const groups = names.flatMap((name) => {
    const choices = choicesOf(view, name, facets[name] ?? [], params)
    // A value that all results have does not filter anything, unless it is selected.
    const filters = choices.length > 1 || choices.some(({ count }) => count < total)
    return filters || params.has(name) ? [{ name, choices }] : []
  })
  if (groups.length === 0) return null
  const chosen = groups.filter(({ name }) => params.has(name)).length
  return (
    <details class="facets" open={chosen > 0}>
      <summary>
        {view.say('narrowDown')}
        {chosen > 0 && <span class="badge">{chosen}</span>}
      </summary>
      {groups.map(({ name, choices }) => (
        <FacetGroup view={view} address={address} params={params} name={name} choices={choices} />
      ))}
    </details>
  )
}

type GroupProps = { view: View; address: string; params: URLSearchParams; name: FacetName; choices: Choice[] }

function FacetGroup({ view, address, params, name, choices }: GroupProps) {
  const selected = new Set((params.get(name) ?? '').split(',').filter(Boolean))
  const isSelected = ({ value }: Choice) => value.split(',').some((one) => selected.has(one))
  const link = (choice: Choice) => (
    <li>
      <a
        href={`${address}${changed(params, { [name]: toggled(params.get(name), choice.value), page: undefined })}`}
        data-swap
        rel="nofollow"
        {...(isSelected(choice) ? { 'aria-current': 'true' as const } : {})}
      >
        <span class="label">{choice.label}</span>
        <span class="count">{view.number(choice.count)}</span>
      </a>
    </li>
  )
  const first = choices.filter((choice, at) => at < limits.pages.facetValues || isSelected(choice))
  const others = choices.filter((choice) => !first.includes(choice)).slice(0, 50)
  return (
    <section>
      <h2>{view.say(`facet:${name}` satisfies MessageKey)}</h2>
      <ul>{first.map(link)}</ul>
      {others.length > 0 && (
        <details>
          <summary>{view.say('more', { count: others.length })}</summary>
          <ul>{others.map(link)}</ul>
        </details>
      )}
    </section>
  )
}

/** Concepts that nearly all datasets have, and those of coordinates in a projection, which place a map: they tell nothing about the content. */
const untold: ReadonlySet<unknown> = new Set(['label', 'description', 'coordX', 'coordY', 'geometryProj'])

function choicesOf(view: View, name: FacetName, counts: FacetCount[], params: URLSearchParams): Choice[] {
  const isChosen = params.get(name)?.split(',').includes('longitude')
  return (
    counts
      .filter(({ count, value }) => count > 0 && value !== null)
      // Latitudes and longitudes come together: they are one choice, named coordinates. An address may have the other.
      .filter(({ value }) => name !== 'short-concept' || value !== 'longitude' || isChosen)
      .filter(
        ({ value }) =>
          name !== 'short-concept' || !untold.has(value) || params.get(name)?.split(',').includes(String(value)),
      )
      .map(({ count, value }) => ({ count, ...chosenBy(view, name, value) }))
  )
}

function chosenBy(view: View, name: FacetName, value: unknown): { value: string; label: string } {
  // Owners, topics, licences and base applications are objects, the others texts.
  const object = (typeof value === 'object' && value !== null ? value : {}) as Partial<Record<string, string>>
  const text = typeof value === 'string' ? value : ''
  if (name === 'owner') {
    const { type = '', id = '', department, departmentName } = object
    return {
      value: [type, id, ...(department ? [department] : [])].join(':'),
      label: [object.name ?? id, departmentName ?? department].filter(Boolean).join(' – '),
    }
  }
  if (name === 'base-application') {
    const { url = '', title = url, version } = object
    return { value: url, label: [title, version].filter(Boolean).join(' ') }
  }
  if (name === 'license') return { value: object.href || (object.title ?? ''), label: object.title ?? '' }
  if (name === 'topics') return { value: object.id ?? '', label: object.title ?? object.id ?? '' }
  if (name === 'short-concept') {
    if (text === 'latitude') return { value: text, label: view.say('coordinates') }
    if (text === 'geometry') return { value: text, label: view.say('shapes') }
    const concept = concepts.find(({ id }) => id === text)
    return { value: text, label: concept ? conceptText(concept, view.language) : text }
  }
  if (name === 'type' || name === 'visibility') {
    const labelKey = labels.get(`${name}:${text}`)
    return { value: text, label: labelKey ? view.say(labelKey) : text }
  }
  return { value: text, label: text }
}

const labels: ReadonlyMap<string, MessageKey> = new Map([
  ['type:file', 'type:file'],
  ['type:rest', 'type:rest'],
  ['type:virtual', 'type:virtual'],
  ['type:metaOnly', 'type:metaOnly'],
  ['visibility:public', 'visibility:public'],
  ['visibility:members', 'audience:members'],
  ['visibility:protected', 'audience:protected'],
])
