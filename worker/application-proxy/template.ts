/** The HTML of a base application, cut at the places that differ between the applications that configure it. Pure. */
import { parseHtml, type TextRange } from '../formats/documents/html-events'
import { attributeText } from './escape'

/**
 * What comes at a place: the configuration, in a script or as the value of an attribute; the address of the manifest; what
 * is added at the end of the head and of the body.
 */
type Slot = 'application' | 'attribute' | 'manifest' | 'head' | 'body'

export type Template = {
  /** Texts of the page, and between them the places. */
  parts: readonly (string | { slot: Slot })[]
  hasPlaceholder: boolean
  hasManifest: boolean
  /** `df:sync-state`, `df:overflow`: whether the page declares that a frame mirrors its state, or adapts to its height. */
  syncsState: boolean
  overflows: boolean
}

const placeholder = '%APPLICATION%'

/** Elements of a head; any other begins the body. */
const headElements: ReadonlySet<string> = new Set([
  ...['html', 'head', 'title', 'meta', 'link', 'base', 'style', 'script', 'noscript', 'template'],
])
/** Those of them whose text is not part of the page. */
const textElements: ReadonlySet<string> = new Set(['title', 'style', 'script', 'noscript', 'template'])

/** Cuts a page. One without a head or a body has the places where a browser puts them. */
export function templateOf(html: string): Template {
  const { head, body, manifest, meta, tags } = placesIn(html)
  const at = html.indexOf(placeholder)
  const isQuoted = tags.some(({ start, end }) => start < at && at < end)
  const edits: Edit[] = [
    { start: head, end: head, parts: [{ slot: 'head' }] },
    { start: body, end: body, parts: [{ slot: 'body' }] },
  ]
  if (manifest) edits.push({ ...manifest.range, parts: manifestLink(manifest.attributes) })
  if (at >= 0) {
    const slot = isQuoted ? 'attribute' : 'application'
    edits.push({ start: at, end: at + placeholder.length, parts: [{ slot }] })
  }
  return {
    parts: cut(html, edits),
    hasPlaceholder: at >= 0,
    hasManifest: manifest !== undefined,
    syncsState: meta.get('df:sync-state') === 'true',
    overflows: meta.get('df:overflow') === 'true',
  }
}

/** The page with the texts of its places. */
export function render({ parts }: Template, texts: Record<Slot, string>): string {
  return parts.map((part) => (typeof part === 'string' ? part : texts[part.slot])).join('')
}

type Edit = TextRange & { parts: Template['parts'] }

function cut(html: string, edits: readonly Edit[]): Template['parts'] {
  const parts: (string | { slot: Slot })[] = []
  let position = 0
  for (const { start, end, parts: inserted } of edits.toSorted((one, other) => one.start - other.start)) {
    // The placeholder may be in the tag that is replaced.
    if (start < position) continue
    parts.push(html.slice(position, start), ...inserted)
    position = end
  }
  return [...parts, html.slice(position)]
}

function placesIn(html: string) {
  const meta = new Map<string, string>()
  const at = html.indexOf(placeholder)
  const tags: TextRange[] = []
  let manifest: { range: TextRange; attributes: Record<string, string> } | undefined
  let [head, body]: (number | undefined)[] = []
  let inside: string | undefined
  parseHtml(html, {
    onOpen(name, attributes, range) {
      if (range.start < at && at < range.end) tags.push(range)
      if (name === 'meta' && attributes.name && !meta.has(attributes.name)) {
        meta.set(attributes.name, attributes.content ?? '')
      }
      if (name === 'link' && attributes.rel?.toLowerCase() === 'manifest') manifest ??= { range, attributes }
      if (inside === undefined && textElements.has(name)) inside = name
      else if (inside === undefined && !headElements.has(name)) head ??= range.start
    },
    onText(text, { start }) {
      if (inside === undefined && /\S/.test(text)) head ??= start
    },
    onClose(name, range) {
      if (name === inside) inside = undefined
      if (name === 'head' && range) head ??= range.start
      if ((name === 'body' || name === 'html') && range) body = name === 'body' ? range.start : (body ?? range.start)
    },
  })
  head ??= html.length
  return { head, body: Math.max(body ?? html.length, head), manifest, meta, tags }
}

/** The link with its attributes in their order, and another address. */
function manifestLink(attributes: Record<string, string>): Template['parts'] {
  const names = Object.keys({ ...attributes, href: '' })
  const parts = names.flatMap((name): Template['parts'] => {
    if (name === 'href') return [' href="', { slot: 'manifest' }, '"']
    return [` ${name}="${attributeText(attributes[name] ?? '')}"`]
  })
  return ['<link', ...parts, '>']
}
