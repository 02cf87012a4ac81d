/** `stringReader`: the text of a shared or inline string of a workbook (ECMA-376 part 1, 18.4). */
import { decoded, withoutElements } from '../xml/parse'

/** The runs of a rich text joined; phonetic readings (`rPh`) are not part of it. */
export type StringReader = (xml: string) => string

/** @param prefix that of the names in the file, with its colon */
export function stringReader(prefix: string): StringReader {
  const [open, close, phonetic] = [`<${prefix}t`, `</${prefix}t>`, `${prefix}rPh`]
  return (xml) => {
    const plain = xml.includes(`<${phonetic}`) ? withoutElements(xml, [phonetic]) : xml
    let text = ''
    for (let at = plain.indexOf(open); at >= 0; at = plain.indexOf(open, at + 1)) {
      const next = plain.charCodeAt(at + open.length)
      if (next > 32 && next !== 62) continue
      const start = plain.indexOf('>', at) + 1
      const end = start > 0 ? plain.indexOf(close, start) : -1
      if (end < 0) break
      text += plain.slice(start, end)
      at = end
    }
    return withoutEscapes(decoded(text))
  }
}

/** Characters that XML cannot hold are escaped as _x000D_ (ECMA-376 part 1, 22.9.2.19). Escapes of lone surrogates are not decoded. */
export function withoutEscapes(text: string): string {
  if (!text.includes('_x')) return text
  const all = text.replace(/_x([\da-f]{4})_/gi, character)
  return all.isWellFormed() ? all : text.replace(/_x(?!d[89a-f])([\da-f]{4})_/gi, character)
}

const character = (_: string, hex: string): string => String.fromCharCode(Number.parseInt(hex, 16))
