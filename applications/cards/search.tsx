import { useEffect, useState } from 'preact/hooks'
import { useAddress, withParameter } from '../shared/address'
import { useDelayed } from '../shared/debounce'
import type { CardMessages } from './messages'

/** Words looked for in all columns, as they are typed. */
export function Search({ say }: { say: CardMessages }) {
  const [address, setAddress] = useAddress()
  const wanted = address.get('q') ?? ''
  const [words, setWords] = useState(wanted)
  const settled = useDelayed(words.trim())
  // The text of the field changes the address; a change of the address does not change the text.
  useEffect(() => {
    if (settled !== wanted) setAddress(withParameter(withParameter(address, 'q', settled), 'page', ''), 'replace')
  }, [settled])
  return (
    <search>
      <input
        class="search"
        type="search"
        aria-label={say.searchIn}
        placeholder={say.search}
        value={words}
        onInput={(event) => setWords(event.currentTarget.value)}
      />
    </search>
  )
}
