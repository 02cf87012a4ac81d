/** The keys of R2 objects. The account comes first; no text of a user is part of a key. */
import { type Language, languages } from '../errors'

/** The prefix of an account's uploads. */
export function uploadsPrefix(account: { type: string; id: string }): string {
  return `${account.type}/${encodeURIComponent(account.id)}/uploads/`
}

/** The file as it was uploaded. `upload` is a random id. */
export function originalKey(account: { type: string; id: string }, upload: string): string {
  return `${uploadsPrefix(account)}${upload}/original`
}

/** A single attachment. `upload` is a random id. */
export function attachmentKey(account: { type: string; id: string }, upload: string): string {
  return `${account.type}/${encodeURIComponent(account.id)}/attachments/${upload}`
}

/** The random id of an upload: also the name of the attachments that it holds. */
export function uploadOf(original: string): string {
  return original.split('/').at(-2) ?? original
}

/** The lines of a run at a revision, as Parquet; without a revision, the prefix of all. */
export const parquetKey = (run: string, revision: string): string => `parquet/${run}/${revision}`

/** Objects derived from an original: its inflated form, its content as text, the state of a running analysis. */
export function derivedKey(original: string, name: 'inflated' | 'normalized' | 'analysis'): string {
  return original.replace(/original$/, name)
}

export const colorSchemes = ['light', 'dark'] as const
/** As in the media feature `prefers-color-scheme`. */
export type ColorScheme = (typeof colorSchemes)[number]

/** The stored capture of an application, one for each language and scheme. */
export const captureKey = (application: string, language: Language, scheme: ColorScheme): string =>
  `captures/${application}-${language}${scheme === 'dark' ? '-dark' : ''}.png`

/** All stored captures of an application. */
export const captureKeys = (application: string): string[] =>
  languages.flatMap((language) => colorSchemes.map((scheme) => captureKey(application, language, scheme)))

/** The archive of the base map, which the operator puts there. */
export const basemapKey = (name: string): string => `basemaps/${name}`

/** The version of a diagnostic: that of an automatically cancelled draft outlives the draft. */
export const diagnosed = ['published', 'draft', 'cancelled'] as const
export type Diagnosed = (typeof diagnosed)[number]

/** The diagnostic file: lines of a file that the validation rules reject. */
export function diagnosticKey(dataset: string, version: Diagnosed): string {
  return `diagnostics/${dataset}/${version}.csv`
}
