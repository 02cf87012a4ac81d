import type { FacetCount } from '../../resources/list'
import { concepts } from '../../schema/vocabulary'
import { changed, toggled } from '../address'
import type { MessageKey } from '../messages'
import type { View } from '../view'

/** Facets of the catalogue, in order. Each is also a parameter of the page. */
export const shownFacets = ['owner', 'topics', 'short-concept', 'type', 'keywords', 'visibility'] as const
type Shown = (typeof shownFacets)[number]

const shownValues = 8
type Choice = { value: string; label: string; count: number }

/** The filters of the list, as links: they work without scripts. */
export function FacetList(props: {
  view: View
  params: URLSearchParams
  facets: Partial<Record<string, FacetCount[]>>
}) {
  const { view, params, facets } = props
  const groups = shownFacets.flatMap((name) => {
    const choices = choicesOf(view, name, facets[name] ?? [])
    // A value that all datasets have does not filter anything, unless it is selected.
    return choices.length > 1 || params.has(name) ? [{ name, choices }] : []
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
        <FacetGroup view={view} params={params} name={name} choices={choices} />
      ))}
    </details>
  )
}

function FacetGroup(props: { view: View; params: URLSearchParams; name: Shown; choices: Choice[] }) {
  const { view, params, name, choices } = props
  const selected = new Set((params.get(name) ?? '').split(',').filter(Boolean))
  const link = ({ value, label, count }: Choice) => (
    <li>
      <a
        href={`${view.baseUrl}/${changed(params, { [name]: toggled(params.get(name), value), page: undefined })}`}
        data-swap
        rel="nofollow"
        {...(selected.has(value) ? { 'aria-current': 'true' as const } : {})}
      >
        <span class="label">{label}</span>
        <span class="count">{view.number(count)}</span>
      </a>
    </li>
  )
  const first = choices.filter(({ value }, at) => at < shownValues || selected.has(value))
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

function choicesOf(view: View, name: Shown, counts: FacetCount[]): Choice[] {
  return counts
    .filter(({ count, value }) => count > 0 && value !== null)
    .map(({ count, value }) => ({ count, ...chosenBy(view, name, value) }))
}

function chosenBy(view: View, name: Shown, value: unknown): { value: string; label: string } {
  // Owners and topics are objects, the others texts.
  const object = (typeof value === 'object' && value !== null ? value : {}) as Partial<Record<string, string>>
  const text = typeof value === 'string' ? value : ''
  if (name === 'owner') {
    const { type = '', id = '', department, departmentName } = object
    return {
      value: [type, id, ...(department ? [department] : [])].join(':'),
      label: [object.name ?? id, departmentName ?? department].filter(Boolean).join(' – '),
    }
  }
  if (name === 'topics') return { value: object.id ?? '', label: object.title ?? object.id ?? '' }
  if (name === 'short-concept') {
    const concept = concepts.find(({ id }) => id === text)
    return { value: text, label: concept ? concept.title[view.language] || concept.title.fr : text }
  }
  if (name === 'type' || name === 'visibility') {
    const labelKey = labels.find((key) => key === `${name}:${text}`)
    return { value: text, label: labelKey ? view.say(labelKey) : text }
  }
  return { value: text, label: text }
}

const labels = [
  'type:file',
  'type:rest',
  'type:virtual',
  'type:metaOnly',
  'visibility:public',
  'visibility:protected',
  'visibility:private',
] as const satisfies MessageKey[]
