/** Text and properties of a document; absent where it has none. */
export type DocumentFacts = {
  content?: string | undefined
  title?: string | undefined
  author?: string | undefined
  /** ISO, with its time. */
  date?: string | undefined
  language?: string | undefined
}

/**
 * A document to read; the caller bounds its size. `isLate` yields to other work (the clock of a Worker only advances at
 * I/O) and returns whether the time for this document is over.
 */
export type Document = { name: string; bytes: Uint8Array; isLate: () => Promise<boolean> }

/** A date as documents write it, or undefined. */
export function isoDate(text: string | undefined): string | undefined {
  const ms = text === undefined ? Number.NaN : Date.parse(text)
  return Number.isNaN(ms) ? undefined : new Date(ms).toISOString()
}
