/** The one place that spells the keys of objects. The account comes first; no text of a user is ever in a key. */

/** The file as it was uploaded. `upload` is a random id. */
export function originalKey(account: { type: string; id: string }, upload: string): string {
  return `${account.type}/${encodeURIComponent(account.id)}/uploads/${upload}/original`
}

/** What is derived from an original: its inflated form, the memory of an analysis under way. */
export function derivedKey(original: string, name: 'inflated' | 'analysis'): string {
  return original.replace(/original$/, name)
}
