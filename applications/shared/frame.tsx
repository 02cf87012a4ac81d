/** What surrounds the content of every application: title, filters, source. */
import type { ComponentChildren } from 'preact'
import { useEffect } from 'preact/hooks'
import { useAddress } from './address'
import { type ActiveFilter, activeFilters } from './filters'
import type { Json } from './json'
import { nonEmptyText } from './json'
import { interpolate } from './locale'
import { useSurroundings } from './start'

/** The texts of the configuration around the content. */
export type Texts = { title: string | undefined; subtitle: string | undefined; hasSource: boolean }

export function textsIn(display: Json): Texts {
  return {
    title: nonEmptyText(display.title),
    subtitle: nonEmptyText(display.subtitle),
    hasSource: display.source !== false,
  }
}

/** The page: `isFilling` makes the content as high as the window. */
export function Frame(props: {
  texts: Texts
  isFilling: boolean
  tools?: ComponentChildren
  children: ComponentChildren
}) {
  const { application, isPicture } = useSurroundings()
  const tools = isPicture ? undefined : props.tools
  const { title, subtitle, hasSource } = props.texts
  useEffect(() => {
    // A page that fills its frame has no height of its own: the frame keeps the one that it has.
    document.querySelector('#application')?.toggleAttribute('data-iframe-height', !props.isFilling)
  }, [props.isFilling])
  return (
    <main class={props.isFilling ? 'page filling' : 'page'}>
      <header class={title || subtitle ? 'heading' : 'visually-hidden'}>
        <h1>{title ?? application.title}</h1>
        {subtitle && <p>{subtitle}</p>}
      </header>
      <Filters />
      {props.children}
      {(hasSource || tools) && (
        <footer class="closing">
          {hasSource && <Source />}
          {tools}
        </footer>
      )}
    </main>
  )
}

function Source() {
  const { dataset, say } = useSurroundings()
  if (!dataset.title) return null
  return (
    <p>
      {say.source}{' '}
      {dataset.page ? (
        <a href={dataset.page} target="_top">
          {dataset.title}
        </a>
      ) : (
        dataset.title
      )}
    </p>
  )
}

const signs: Record<string, string> = {
  ...{ eq: '', in: '', neq: '≠ ', nin: '≠ ', gte: '≥ ', gt: '> ', lte: '≤ ', lt: '< ' },
  ...{ starts: '^ ', contains: '∋ ', search: '∋ ', exists: '∃ ', nexists: '∄ ' },
}

/** The filters of the address that concern this dataset, each with a button that removes it. */
function Filters() {
  const { dataset, formats, say, isPicture } = useSurroundings()
  const [address, setAddress] = useAddress()
  const filters = activeFilters(address, dataset)
  if (filters.length === 0) return null
  const describe = ({ field, operator, values }: ActiveFilter) =>
    `${field.name}: ${signs[operator] ?? ''}${values.map((value) => formats.value(field, value)).join(', ')}`
  const remove = (name: string) => {
    const next = new URLSearchParams(address)
    next.delete(name)
    setAddress(next)
  }
  return (
    <ul class="filters" aria-label={say.filters}>
      {filters.map((filter) => (
        <li key={filter.name}>
          {isPicture ? (
            <span class="chip">{describe(filter)}</span>
          ) : (
            <button
              type="button"
              class="chip"
              aria-label={interpolate(say.removeFilter, { filter: describe(filter) })}
              onClick={() => remove(filter.name)}
            >
              <span>{describe(filter)}</span>
              <span aria-hidden="true">×</span>
            </button>
          )}
        </li>
      ))}
    </ul>
  )
}
