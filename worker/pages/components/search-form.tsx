import type { View } from '../view'
import { Icon } from './icon'

type Props = {
  view: View
  /** Address of what is searched. */
  address: string
  params: URLSearchParams
  label: string
  /** Parameters that a new search starts without. */
  without?: readonly string[]
}

/** Words to search with; what else was chosen stays, hidden, beside them. */
export function SearchForm({ view, address, params, label, without = ['after'] }: Props) {
  return (
    <form class="search" action={address} data-swap>
      <span class="input-icon">
        <Icon name="search" />
        <input
          type="search"
          name="q"
          value={params.get('q') ?? ''}
          placeholder={label}
          aria-label={label}
          autocomplete="off"
        />
      </span>
      <Kept params={params} without={['q', ...without]} />
      <button class="visually-hidden" type="submit">
        {view.say('search')}
      </button>
    </form>
  )
}

/** What was chosen elsewhere on the page, as a form sends it again. */
export function Kept({ params, without }: { params: Iterable<[string, string]>; without: readonly string[] }) {
  return (
    <>
      {[...params].map(([name, value]) =>
        without.includes(name) ? null : <input type="hidden" name={name} value={value} />,
      )}
    </>
  )
}
