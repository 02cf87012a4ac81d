/** RTF 1.9: the text between its control words, and its information group. */
import { problem } from '../../errors'
import { limits } from '../../limits'
import type { DocumentFacts } from './document'

/** Groups that hold no text of the document. */
const skipped =
  /^(fonttbl|colortbl|stylesheet|info|pict|object|header[lrf]?|footer[lrf]?|listtable|listoverridetable|rsidtbl|themedata|datastore|latentstyles|generator|xmlnstbl|fldinst)$/
const tokens = /\\([a-z]{1,32})(-?\d{1,10})? ?|\\'([0-9a-f]{2})|\\([^a-z])|([{}])|([^\\{}\r\n]+)/gi
const signs: Record<string, string> = {
  par: '\n',
  line: '\n',
  tab: '\t',
  cell: ' ',
  row: '\n',
  emdash: '—',
  endash: '–',
}

/** @throws `document-unreadable` when its groups are nested too deeply */
export function readRtf(name: string, bytes: Uint8Array): DocumentFacts {
  const source = new TextDecoder('latin1').decode(bytes)
  return {
    content: textOf(name, source),
    title: infoOf(name, source, 'title'),
    author: infoOf(name, source, 'author'),
    date: dateOf(source),
  }
}

function textOf(name: string, source: string): string {
  const western = new TextDecoder('windows-1252')
  const stack: boolean[] = []
  let hidden = false
  let starred = false
  let fallback = 0
  let text = ''
  for (const [, word, number, hex, sign, brace, plain] of source.matchAll(tokens)) {
    if (brace === '{') {
      if (stack.length >= limits.files.maxNesting) {
        throw problem('document-unreadable', {
          name,
          reason: { en: 'its groups are nested too deeply', fr: 'ses groupes sont trop imbriqués' },
        })
      }
      stack.push(hidden)
    } else if (brace === '}') hidden = stack.pop() ?? false
    else if (word !== undefined) {
      if (starred || skipped.test(word)) hidden = true
      if (!hidden && word === 'u') {
        text += String.fromCharCode((Number(number) + 65_536) % 65_536)
        // A fallback character for older programs follows.
        fallback = 1
      } else if (!hidden) text += signs[word] ?? ''
    } else if (!hidden) {
      const piece = hex
        ? western.decode(Uint8Array.of(Number.parseInt(hex, 16)))
        : (plain ?? (sign === '~' ? ' ' : /[{}\\]/.test(sign ?? '') ? (sign ?? '') : ''))
      text += piece.slice(Math.min(fallback, piece.length))
      if (piece !== '') fallback = 0
    }
    starred = sign === '*'
    if (text.length > limits.attachments.maxContentChars) break
  }
  return text
}

function infoOf(name: string, source: string, word: string): string | undefined {
  const group = new RegExp(`\\{\\\\${word} ([^{}]{0,1000})\\}`).exec(source)?.[1]
  return group === undefined ? undefined : textOf(name, group)
}

function dateOf(source: string): string | undefined {
  const [, year, month, day] = /\\creatim\\yr(\d{4})\\mo(\d{1,2})\\dy(\d{1,2})/.exec(source) ?? []
  if (!year || !month || !day) return undefined
  return new Date(Date.UTC(Number(year), Number(month) - 1, Number(day))).toISOString()
}
