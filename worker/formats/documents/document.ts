/** What a document says: its text, and what it tells of itself. Absent where it says nothing. */
export type DocumentFacts = {
  content?: string | undefined
  title?: string | undefined
  author?: string | undefined
  /** ISO, with its time. */
  date?: string | undefined
  language?: string | undefined
}

/**
 * A document to read, whole: its size is bounded by the caller. `isLate` gives way to other work, without which the clock
 * of a Worker stands still, and says whether enough time was spent on the document.
 */
export type Document = { name: string; bytes: Uint8Array; isLate: () => Promise<boolean> }

/** A date as documents write it, or undefined. */
export function isoDate(text: string | undefined): string | undefined {
  const ms = text === undefined ? Number.NaN : Date.parse(text)
  return Number.isNaN(ms) ? undefined : new Date(ms).toISOString()
}
