/** A search whose results are places to go to, with the keyboard too. */
import { useState } from 'preact/hooks'
import { useDelayed } from '../shared/debounce'
import { useLoaded } from '../shared/load'
import { useSurroundings } from '../shared/start'
import type { MapConfig } from './config'
import type { MapMessages } from './messages'
import { type FoundPlace, findPlaces } from './read-places'

type Input = { say: MapMessages; config: MapConfig; address: URLSearchParams; onFound: (place: FoundPlace) => void }

export function Search({ say, config, address, onFound }: Input) {
  const surroundings = useSurroundings()
  const [words, setWords] = useState('')
  const wanted = useDelayed(words.trim())
  const { data } = useLoaded(wanted, async (signal) =>
    wanted ? await findPlaces(wanted, { map: config, surroundings, say, address, signal }) : [],
  )
  const isOpen = wanted !== '' && data !== undefined
  return (
    <search class="finder">
      <input
        class="search"
        type="search"
        aria-label={say.search}
        placeholder={say.search}
        value={words}
        onInput={(event) => setWords(event.currentTarget.value)}
      />
      {isOpen && (
        <ul aria-label={say.results}>
          {data.length === 0 && <li class="none">{say.noResult}</li>}
          {data.map((place) => (
            <li key={place.id}>
              <button
                type="button"
                onClick={() => {
                  setWords('')
                  onFound(place)
                }}
              >
                {place.name}
              </button>
            </li>
          ))}
        </ul>
      )}
    </search>
  )
}
