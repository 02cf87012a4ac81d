import { useState } from 'preact/hooks'
import type { Json } from '../shared/json'
import { interpolate } from '../shared/locale'
import { useSurroundings } from '../shared/start'
import { hasValue, Value } from '../shared/value'
import type { CardsConfig } from './config'
import type { CardMessages } from './messages'
import { rowPicture } from './read-cards'

type Input = { row: Json; at: number; config: CardsConfig; say: CardMessages; onOpen: (id: string) => void }

/** One row. The whole card opens its detail; the title is its button. */
export function Card({ row, at, config, say, onOpen }: Input) {
  const { dataset, formats } = useSurroundings()
  const { subtitle, text, fields } = config
  const title = cardTitle(row, config, formats) || interpolate(say.untitled, { n: at + 1 })
  return (
    <li class="card">
      {config.picture && <Picture address={rowPicture(row, config.picture)} />}
      <div class="body">
        <h2>
          <button type="button" aria-haspopup="dialog" onClick={() => onOpen(String(row._id))}>
            {title}
          </button>
        </h2>
        {subtitle && hasValue(row[subtitle.key]) && (
          <p class="subtitle">{formats.value(subtitle, row[subtitle.key])}</p>
        )}
        {text && hasValue(row[text.key]) && <p class="text">{plain(formats.value(text, row[text.key]))}</p>}
        <dl>
          {fields
            .filter(({ key }) => hasValue(row[key]))
            .map((field) => (
              <div key={field.key}>
                <dt>{field.name}</dt>
                <dd>
                  <Value dataset={dataset} field={field} value={row[field.key]} formats={formats} />
                </dd>
              </div>
            ))}
        </dl>
      </div>
    </li>
  )
}

export const cardTitle = (
  row: Json,
  { title }: CardsConfig,
  formats: ReturnType<typeof useSurroundings>['formats'],
): string => formats.value(title, row[title.key])

/** A text without the tags of HTML, which some columns hold. */
const plain = (text: string): string => new DOMParser().parseFromString(text, 'text/html').body.textContent

/** Decoration beside the title; nothing when it cannot be loaded. */
export function Picture({ address }: { address: string | undefined }) {
  const [hasFailed, setHasFailed] = useState(false)
  if (!address || hasFailed) return <div class="picture empty" />
  return <img class="picture" src={address} alt="" loading="lazy" onError={() => setHasFailed(true)} />
}
