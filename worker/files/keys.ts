/** The one place that spells the keys of objects. The account comes first; no text of a user is ever in a key. */

/** What the keys of an account's uploads start with. */
export function uploadsPrefix(account: { type: string; id: string }): string {
  return `${account.type}/${encodeURIComponent(account.id)}/uploads/`
}

/** The file as it was uploaded. `upload` is a random id. */
export function originalKey(account: { type: string; id: string }, upload: string): string {
  return `${uploadsPrefix(account)}${upload}/original`
}

/** A file attached by itself. `upload` is a random id. */
export function attachmentKey(account: { type: string; id: string }, upload: string): string {
  return `${account.type}/${encodeURIComponent(account.id)}/attachments/${upload}`
}

/** The random id of an upload: also the name of the attachments that it holds. */
export function uploadOf(original: string): string {
  return original.split('/').at(-2) ?? original
}

/** The lines of a run as Parquet, as they were at a revision; without one, what the keys of all of them start with. */
export const parquetKey = (run: string, revision: string): string => `parquet/${run}/${revision}`

/** What is derived from an original: its inflated form, its content as text, the memory of an analysis under way. */
export function derivedKey(original: string, name: 'inflated' | 'normalized' | 'analysis'): string {
  return original.replace(/original$/, name)
}

/** Whose refused lines a diagnostic tells: those of a draft that was cancelled by itself are kept when it is gone. */
export const diagnosed = ['published', 'draft', 'cancelled'] as const
export type Diagnosed = (typeof diagnosed)[number]

/** What the rules of a dataset refuse in one of its files. */
export function diagnosticKey(dataset: string, version: Diagnosed): string {
  return `diagnostics/${dataset}/${version}.csv`
}
