import { htmlToText, isHtml } from '../../formats/markdown/plain-text'
import { isMarkdown } from '../../schema/concepts'
import { shortened } from '../../schema/cut-text'
import { defaultTimeZone } from '../../schema/dates/zone'
import type { Field } from '../../schema/field'
import { decimalsOf } from '../../schema/numbers/amounts'
import { ownText } from '../../schema/own-value'
import { Icon } from '../components/icon'
import { Prose } from '../components/markdown'
import type { View } from '../view'
import { cellKind } from './field'
import { coordinatesText, geometryText } from './geometry'
import { fromMatch, HighlightedText, type Marker } from './highlighted-text'
import { hasCents } from './quantity'

/** Characters of a text in a cell; the panel of the line shows all. */
const cellChars = 240
/** Texts of this length would wrap in a narrow column, and get a wider one. */
const narrowChars = 12
const unbrokenChars = 36
/** Longer texts get a wider column, with at most three lines of text. */
const clampedChars = 60
const imageFile = /\.(png|jpe?g|gif|webp|avif|svg)([?#]|$)/i

type Props = {
  view: View
  field: Field
  value: unknown
  isQuantity?: boolean
  /** Digits after the decimal mark to which numbers are aligned. */
  decimals?: number | undefined
  /** Not truncated. */
  whole?: boolean
  /** Marks the words of the search. */
  mark?: Marker | undefined
  /** The address of the file that the value names. */
  file?: string | undefined
}

/** A formatted value. */
export function Cell({
  view,
  field,
  value,
  isQuantity = field.type === 'number',
  decimals = 0,
  whole = false,
  mark,
  file,
}: Props) {
  if (value === null || value === undefined || value === '') return <span class="none" />
  const label = typeof value === 'object' ? undefined : ownText(field['x-labels'], String(value))
  if (label) return <span title={String(value)}>{label}</span>
  if (field.separator && typeof value === 'string')
    return <PlainText {...{ whole, mark }} text={listText(field, value)} />
  switch (typeof value) {
    case 'boolean':
      return <>{view.say(value ? 'yes' : 'no')}</>
    case 'number':
      if (hasCents(field, value, decimals)) return <>{view.amount(value)}</>
      return <Figure text={view.figure(value, isQuantity)} missing={decimals - decimalsOf(value)} all={decimals} />
    case 'string':
      return <TextCell {...{ view, field, whole, mark, file }} text={value} />
    default:
      return <code class="json">{cut(JSON.stringify(value), whole)}</code>
  }
}

/** The values of a multi-valued cell, with their labels. */
function listText(field: Field, text: string): string {
  const values = text.split(field.separator?.trim() || ' ').map((value) => value.trim())
  return values.flatMap((value) => (value ? (ownText(field['x-labels'], value) ?? value) : [])).join(', ')
}

/** A number with room for the decimals that it does not have: units are below units. */
function Figure({ text, missing, all }: { text: string; missing: number; all: number }) {
  if (missing <= 0) return <>{text}</>
  return <span data-room={`${missing === all ? '.' : ''}${'0'.repeat(missing)}`}>{text}</span>
}

type TextProps = Pick<Props, 'view' | 'field' | 'mark' | 'file'> & { text: string; whole: boolean }

function TextCell(props: TextProps) {
  const { view, field, text, whole, mark, file } = props
  const kind = cellKind(field)
  if (kind === 'date') return <time datetime={text}>{view.date(text)}</time>
  if (kind === 'date-time') {
    return (
      <time datetime={text} title={text}>
        {view.dateTime(text, field.timeZone ?? defaultTimeZone)}
      </time>
    )
  }
  if (file) return <FileCell {...props} file={file} />
  if (/^https?:\/\/\S+$/i.test(text)) return <LinkCell {...props} isImage={kind === 'image' || imageFile.test(text)} />
  // A question mark would add recipients and text to the message.
  if (/^[^\s@<>?&]+@[^\s@<>?&]+\.[a-z]{2,}$/i.test(text)) {
    return (
      <a href={`mailto:${text}`}>
        <HighlightedText text={text} mark={mark} />
      </a>
    )
  }
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
  const coordinates = kind === 'place' ? coordinatesText(view, text) : undefined
  if (coordinates !== undefined) return <PlainText text={coordinates} {...{ whole, mark }} />
  const geometry = kind === 'place' ? geometryText(view, text) : undefined
  if (geometry !== undefined) {
    return (
      <>
        {geometry}
        {whole && <code class="json">{text}</code>}
      </>
    )
  }
  const html = formattedHtml(view, field, text)
  if (html === undefined) return <PlainText {...{ text, whole, mark }} />
  return whole ? (
    <Prose html={html} baseUrl={view.baseUrl} level={3} />
  ) : (
    <PlainText text={htmlToText(html)} {...{ whole, mark }} />
  )
}

/** Sanitized HTML of a value that is Markdown or HTML; undefined for other texts. */
function formattedHtml({ markdown }: View, field: Field, text: string): string | undefined {
  if (isMarkdown(field)) return markdown.html(text)
  return isHtml(text) ? markdown.clean(text) : undefined
}

function PlainText({ text, whole, mark }: { text: string; whole: boolean; mark: Marker | undefined }) {
  if (!whole && text.length > narrowChars && text.length <= unbrokenChars)
    return (
      <span class="unbroken">
        <HighlightedText text={text} mark={mark} />
      </span>
    )
  if (whole || text.length <= clampedChars) return <HighlightedText text={text} mark={mark} />
  return (
    <div class="clamp">
      <HighlightedText text={cut(fromMatch(text, mark), whole)} mark={mark} />
    </div>
  )
}

/** A file of the line: its name, with the address that serves it. */
function FileCell({ text, file, mark }: TextProps & { file: string }) {
  return (
    <a class="image-link" href={file} rel="nofollow" title={text}>
      <Icon name="file" />
      <HighlightedText text={text.split('/').at(-1) ?? text} mark={mark} />
    </a>
  )
}

/** An http or https URL: see `TextCell`. Images of this service are shown; external ones are links, so that a table sends no request to another host. */
function LinkCell({ view, text, isImage, mark }: TextProps & { isImage: boolean }) {
  if (isImage && text.startsWith(`${view.baseUrl}/`)) {
    return (
      <a href={text} rel="nofollow">
        <img src={text} alt="" loading="lazy" height={32} />
      </a>
    )
  }
  const shown = text.replace(/^https?:\/\/(www\.)?/i, '').replace(/\/$/, '')
  return (
    <a class={isImage ? 'image-link' : ''} href={text} rel="noopener noreferrer nofollow" title={text}>
      {isImage && <Icon name="image" />}
      <HighlightedText text={shown.length > 40 ? `${shown.slice(0, 28)}…${shown.slice(-10)}` : shown} mark={mark} />
    </a>
  )
}

function cut(text: string, whole: boolean): string {
  return whole ? text : shortened(text, cellChars)
}
