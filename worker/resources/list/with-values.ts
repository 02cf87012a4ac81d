/** A document before its properties without a value are left out. */
export type Unfiltered<Document> = { [Key in keyof Document]: Document[Key] | null | undefined }

/** A document without the properties that have no value or null, and without those of `omitted`. */
export function withValues<Document extends object>(
  document: Unfiltered<Document>,
  omitted: ReadonlySet<string> | undefined,
): Document {
  const entries = Object.entries(document).filter(
    ([key, value]) => value !== undefined && value !== null && !omitted?.has(key),
  )
  // Those that always have a value are not computed properties, which alone can be omitted.
  return Object.fromEntries(entries) as Document
}
