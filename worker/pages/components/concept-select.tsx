import type { PrivateConcept } from '../../accounts'
import type { Language } from '../../errors'
import { type Concept, concepts } from '../../schema/vocabulary'
import { conceptText } from '../concepts'
import type { View } from '../view'

const groupsIn = (language: Language): [tag: string, members: Concept[]][] => {
  const titles = new Map(concepts.map((concept) => [concept, conceptText(concept, language)]))
  const byTitle = [...titles].toSorted(([, one], [, other]) => one.localeCompare(other, language))
  const members = Map.groupBy(byTitle, ([{ tag }]) => tag[language])
  // The subjects stay in the order of the vocabulary.
  return [...new Set(concepts.map(({ tag }) => tag[language]))].map((tag) => [
    tag,
    (members.get(tag) ?? []).map(([concept]) => concept),
  ])
}
/** The concepts of the vocabulary by subject, each subject in the order of its titles. */
const grouped: Record<Language, [tag: string, members: Concept[]][]> = { en: groupsIn('en'), fr: groupsIn('fr') }

/** The concept of a column: those of the vocabulary by subject, by title, then those of the owner. */
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
      {grouped[view.language].map(([tag, members]) => (
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

/** What concepts are for, folded, above the first choice of one in a page. */
export function ConceptHelp({ view: { say } }: { view: View }) {
  return (
    <details class="concept-help">
      <summary>{say('conceptHelpTitle')}</summary>
      <p class="quiet">{say('conceptHelp')}</p>
    </details>
  )
}
