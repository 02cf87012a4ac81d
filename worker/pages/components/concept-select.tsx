import type { PrivateConcept } from '../../accounts'
import { concepts } from '../../schema/vocabulary'
import { conceptText } from '../concepts'
import type { View } from '../view'

/** The concept of a column: those of the vocabulary by subject, then those of the owner. */
export function ConceptSelect(props: {
  view: View
  name: string
  label: string
  chosen: string
  id?: string
  own: readonly PrivateConcept[]
  /** How many values of the column contradict a concept, by its id. */
  unfit?: ReadonlyMap<string, number>
}) {
  const { view, id, name, label, chosen, own, unfit } = props
  const groups = Map.groupBy(concepts, ({ tag }) => tag[view.language])
  const identifierOf = ({ identifiers }: { identifiers: readonly string[] }) =>
    identifiers.includes(chosen) ? chosen : identifiers[0]
  const isKnown = [...concepts, ...own].some(({ identifiers }) => identifiers.includes(chosen))
  return (
    <select name={name} aria-label={label} {...(id ? { id } : {})}>
      <option value="">—</option>
      {chosen && !isKnown && (
        <option value={chosen} selected>
          {chosen}
        </option>
      )}
      {[...groups].map(([tag, members]) => (
        <optgroup label={tag}>
          {members.map((concept) => (
            <option
              value={identifierOf(concept)}
              selected={concept.identifiers.includes(chosen)}
              data-unfit={unfit?.get(concept.id)}
            >
              {conceptText(concept, view.language)}
            </option>
          ))}
        </optgroup>
      ))}
      {own.length > 0 && (
        <optgroup label={view.say('ownConcepts')}>
          {own.map(({ title, identifiers }) => (
            <option value={identifierOf({ identifiers })} selected={identifiers.includes(chosen)}>
              {title}
            </option>
          ))}
        </optgroup>
      )}
    </select>
  )
}
