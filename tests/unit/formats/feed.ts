/** Feeds a reader: a seeded generator, random splits, and a new reader opened from the saved state at each of them. */

import { Problem } from '../../../worker/errors'
import type { Dialect } from '../../../worker/formats/csv/dialect'
import { openReader, type ReaderState } from '../../../worker/formats/open-reader'
import type { FileRecord, TextKind } from '../../../worker/formats/record-reader'

/** Numbers from 0 to 1, the same ones for the same seed (mulberry32). */
export function seeded(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}

export function pieces<Whole extends { length: number; slice(from: number, to: number): Whole }>(
  whole: Whole,
  chance: () => number,
  longest = 12,
): Whole[] {
  const cut: Whole[] = []
  for (let at = 0; at < whole.length; ) {
    const size = 1 + Math.floor(chance() * longest)
    cut.push(whole.slice(at, at + size))
    at += size
  }
  return cut
}

export type Read = { headers: string[] | undefined; records: FileRecord[] }

/** Reads pieces one after the other; `resume` opens a new reader from JSON state before each. */
export function readPieces(
  kind: TextKind,
  texts: Iterable<string>,
  { dialect, resume = false }: { dialect?: Dialect; resume?: boolean } = {},
): Read {
  const options = dialect ? { dialect } : {}
  const records: FileRecord[] = []
  const each = (record: FileRecord) => records.push({ ...record })
  let reader = openReader(kind, options)
  for (const text of texts) {
    if (resume) {
      const saved: ReaderState = JSON.parse(JSON.stringify(reader.state()))
      reader = openReader(kind, options, saved)
    }
    reader.push(text, each)
  }
  reader.end(each)
  return { headers: reader.headers && [...reader.headers], records }
}

/** Reads a whole text at once. */
export function readAll(kind: TextKind, text: string, dialect?: Dialect): Read {
  return readPieces(kind, [text], dialect ? { dialect } : {})
}

/** The problem an action ends with: its code, its parameters and its faults. */
export function problemOf(action: () => unknown): Pick<Problem, 'code' | 'params' | 'faults'> {
  try {
    action()
  } catch (error) {
    if (error instanceof Problem) return { code: error.code, params: error.params, faults: error.faults }
    throw error
  }
  throw new Error('no problem was met')
}
