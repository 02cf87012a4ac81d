/**
 * The text of a key among labels or other texts of a publisher, whose keys may be names that every object inherits; undefined for an empty
 * text: an allowed value may have no label. Pure.
 */
export function ownText(texts: Readonly<Record<string, string>> | null | undefined, key: string): string | undefined {
  return texts && Object.hasOwn(texts, key) ? texts[key] || undefined : undefined
}

/** The labels by value, without empty ones. Pure. */
export const labelsOfValues = (texts: Readonly<Record<string, string>> | null | undefined): Map<string, string> =>
  new Map(Object.entries(texts ?? {}).filter(([, label]) => label !== ''))

/** The value of a key of a line: keys come from files, and may be names that every object inherits (`constructor`). Pure. */
export function ownValue(line: Readonly<Record<string, unknown>>, key: string): unknown {
  return Object.hasOwn(line, key) ? line[key] : undefined
}
