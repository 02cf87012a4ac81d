import { useState } from 'preact/hooks'
import { useAddress, withParameter } from '../shared/address'
import type { Field } from '../shared/application'
import { selectedValues, withSelected, withToggled } from '../shared/filters'
import { useLoaded } from '../shared/load'
import { useSurroundings } from '../shared/start'
import type { CardMessages } from './messages'
import { pageKey, readFacet, shownValues } from './read-cards'

/** Filters by the values of columns; on narrow screens they are folded. */
export function Facets({ fields, say }: { fields: readonly Field[]; say: CardMessages }) {
  const isNarrow = matchMedia('(max-width: 720px)').matches
  return (
    <details class="facets" open={!isNarrow}>
      <summary>{say.facets}</summary>
      {fields.map((field) => (
        <FacetGroup key={field.key} field={field} say={say} />
      ))}
    </details>
  )
}

function FacetGroup({ field, say }: { field: Field; say: CardMessages }) {
  const { dataset, formats } = useSurroundings()
  const [address, setAddress] = useAddress()
  const [showsAll, setShowsAll] = useState(false)
  const rest = withParameter(address, 'page', '')
  const { data = [] } = useLoaded(pageKey(rest, dataset), (signal) => readFacet({ dataset, field, address }, signal))
  const selected = selectedValues(address, dataset, field)
  const shown = data.filter(({ value }, at) => showsAll || at < shownValues || selected.includes(String(value)))
  if (data.length === 0) return null
  return (
    <fieldset>
      <legend>{field.name}</legend>
      {shown.map(({ value, count }) => (
        <label key={String(value)}>
          <input
            type="checkbox"
            checked={selected.includes(String(value))}
            onChange={() => setAddress(withToggled(rest, { dataset, field, value: String(value) }))}
          />
          <span>{formats.value(field, value)}</span>
          <span class="count">{formats.number(count)}</span>
        </label>
      ))}
      <div>
        {data.length > shownValues && (
          <button type="button" class="plain" onClick={() => setShowsAll(!showsAll)}>
            {showsAll ? say.fewer : say.more}
          </button>
        )}
        {selected.length > 0 && (
          <button
            type="button"
            class="plain"
            onClick={() => setAddress(withSelected(rest, { dataset, field, values: [] }))}
          >
            {say.clear}
          </button>
        )}
      </div>
    </fieldset>
  )
}
