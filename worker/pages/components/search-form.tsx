import type { View } from '../view'
import { Icon } from './icon'

type Props = {
  view: View
  /** URL of the searched page. */
  address: string
  params: URLSearchParams
  label: string
  /** The label where there is little room. */
  placeholder?: string
  /** Parameters that a new search resets. */
  without?: readonly string[]
}

/** A search input; the other parameters are hidden inputs. */
export function SearchForm({ view, address, params, label, placeholder = label, without = ['after'] }: Props) {
  return (
    <form class="search" action={address} data-swap>
      <span class="input-icon">
        <Icon name="search" />
        <input
          type="search"
          name="q"
          value={params.get('q') ?? ''}
          placeholder={placeholder}
          aria-label={label}
          autocomplete="off"
        />
      </span>
      <HiddenInputs params={params} without={['q', ...without]} />
      <button class="visually-hidden" type="submit">
        {view.say('search')}
      </button>
    </form>
  )
}

/** The other parameters of the page, as hidden inputs. */
export function HiddenInputs({ params, without }: { params: Iterable<[string, string]>; without: readonly string[] }) {
  return (
    <>
      {[...params].map(([name, value]) =>
        without.includes(name) ? null : <input type="hidden" name={name} value={value} />,
      )}
    </>
  )
}
