/** `stringReader`: the text of a shared or inline string of a workbook (ECMA-376 part 1 §18.4). */
import { decoded } from '../xml'

/** The runs of a rich text joined; phonetic readings (`rPh`) are not part of it. */
export type StringReader = (xml: string) => string

/** @param prefix that of the names in the file, with its colon */
export function stringReader(prefix: string): StringReader {
  const [open, close, phonetic] = [`<${prefix}t`, `</${prefix}t>`, `<${prefix}rPh`]
  const readings = new RegExp(`<${prefix}rPh[\\s\\S]*?</${prefix}rPh>`, 'g')
  return (xml) => {
    const plain = xml.includes(phonetic) ? xml.replace(readings, '') : xml
    let text = ''
    for (let at = plain.indexOf(open); at >= 0; at = plain.indexOf(open, at + 1)) {
      const next = plain.charCodeAt(at + open.length)
      if (next > 32 && next !== 62) continue
      const start = plain.indexOf('>', at) + 1
      const end = plain.indexOf(close, start)
      if (end < 0) break
      text += plain.slice(start, end)
      at = end
    }
    return withoutEscapes(decoded(text))
  }
}

/** Characters that XML cannot hold are written _x000D_ (§22.9.2.19). */
function withoutEscapes(text: string): string {
  if (!text.includes('_x')) return text
  return text.replace(/_x([0-9A-Fa-f]{4})_/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))
}
