/** `unfoldBytes`: joins the characters of UTF-8 that a fold splits, since the length of a line is counted in octets (RFC 5545, section 3.1). */
import { joinBytes } from '../archive/join-bytes'

const [TAB, LF, CR, SPACE] = [9, 10, 13, 32]
/** A line break, a space or tab, and the next byte. */
const maxFoldBytes = 4

/** Feeds bytes split anywhere; only folds before a byte that continues a character are removed. Other folds are those of texts. */
export async function* unfoldBytes(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  let held: Uint8Array = new Uint8Array(0)
  for await (const chunk of chunks) {
    const bytes = joinBytes([held, chunk], held.length + chunk.length)
    const unfolded = withoutFolds(bytes)
    const end = Math.max(0, unfolded.length - maxFoldBytes)
    held = unfolded.slice(end)
    if (end > 0) yield unfolded.subarray(0, end)
  }
  yield held
}

function withoutFolds(bytes: Uint8Array): Uint8Array {
  const parts: Uint8Array[] = []
  let from = 0
  for (let at = bytes.indexOf(LF); at >= 0; at = bytes.indexOf(LF, at + 1)) {
    const [fold, next = 0] = [bytes[at + 1], bytes[at + 2]]
    if ((fold !== SPACE && fold !== TAB) || next < 0x80 || next > 0xbf) continue
    parts.push(bytes.subarray(from, bytes[at - 1] === CR ? at - 1 : at))
    from = at + 2
  }
  if (parts.length === 0) return bytes
  parts.push(bytes.subarray(from))
  return joinBytes(
    parts,
    parts.reduce((length, part) => length + part.length, 0),
  )
}
