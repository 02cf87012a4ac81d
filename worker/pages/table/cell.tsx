import { shortened } from '../../schema/cut-text'
import type { Field } from '../../schema/field'
import { Icon } from '../components/icon'
import type { View } from '../view'
import { kindOf } from './field'

/** Characters of a text in a cell; the panel of the line shows all. */
const cellChars = 240
/** Texts of this length would wrap in a narrow column, and get a wider one. */
const narrowChars = 12
const unbrokenChars = 36
/** Longer texts get a wider column, with at most three lines of text. */
const clampedChars = 60
const imageFile = /\.(png|jpe?g|gif|webp|avif|svg)([?#]|$)/i

/** A formatted value. `whole`: not truncated. */
export function Cell(props: { view: View; field: Field; value: unknown; isQuantity?: boolean; whole?: boolean }) {
  const { view, field, value, isQuantity = false, whole } = props
  if (value === null || value === undefined || value === '') return <span class="none" />
  switch (typeof value) {
    case 'boolean':
      return <>{view.say(value ? 'yes' : 'no')}</>
    case 'number':
      return <>{view.figure(value, isQuantity)}</>
    case 'string':
      return <TextCell view={view} field={field} text={value} whole={whole} />
    default:
      return <code class="json">{cut(JSON.stringify(value), whole)}</code>
  }
}

function TextCell(props: { view: View; field: Field; text: string; whole: boolean | undefined }) {
  const { view, field, text, whole } = props
  const kind = kindOf(field)
  if (kind === 'date') return <time datetime={text}>{view.date(text)}</time>
  if (kind === 'date-time') {
    return <time datetime={text}>{view.dateTime(text, field.timeZone ?? 'Europe/Paris')}</time>
  }
  if (/^https?:\/\/\S+$/i.test(text))
    return <LinkCell view={view} text={text} isImage={kind === 'image' || imageFile.test(text)} />
  // A question mark would add recipients and text to the message.
  if (/^[^\s@<>?&]+@[^\s@<>?&]+\.[a-z]{2,}$/i.test(text)) return <a href={`mailto:${text}`}>{text}</a>
  const concept = field['x-concept']?.id
  if (concept === 'tel' && /^\+?[\d\s()./-]{2,}$/.test(text))
    return <a href={`tel:${text.replace(/[^+\d]/g, '')}`}>{text}</a>
  if (concept === 'color' && /^#[0-9a-f]{3,8}$/i.test(text)) {
    return (
      <>
        <svg class="swatch" viewBox="0 0 10 10" width="12" height="12" aria-hidden="true">
          <rect width="10" height="10" rx="2" fill={text} />
        </svg>
        {text}
      </>
    )
  }
  if (!whole && text.length > narrowChars && text.length <= unbrokenChars) return <span class="unbroken">{text}</span>
  if (whole || text.length <= clampedChars) return <>{text}</>
  return <div class="clamp">{cut(text, whole)}</div>
}

/** An http or https URL: see `TextCell`. Images of this service are shown; external ones are links, so that a table sends no request to another host. */
function LinkCell({ view, text, isImage }: { view: View; text: string; isImage: boolean }) {
  if (isImage && text.startsWith(`${view.baseUrl}/`)) {
    return (
      <a href={text}>
        <img src={text} alt="" loading="lazy" height={32} />
      </a>
    )
  }
  const shown = text.replace(/^https?:\/\/(www\.)?/i, '').replace(/\/$/, '')
  return (
    <a class={isImage ? 'image-link' : ''} href={text} rel="noopener noreferrer nofollow" title={text}>
      {isImage && <Icon name="image" />}
      {shown.length > 40 ? `${shown.slice(0, 28)}…${shown.slice(-10)}` : shown}
    </a>
  )
}

function cut(text: string, whole: boolean | undefined): string {
  return whole ? text : shortened(text, cellChars)
}
