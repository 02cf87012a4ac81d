/** The columns of a CSV that is written to an editable dataset. Pure. */
import { describe, problem } from '../../errors'
import { excerptOf } from '../../schema/cut-text'
import { fieldKey } from '../../schema/keys/column-keys'
import type { WriteSchema } from './write-schema'

/** Receives the problems of a request that do not stop it. `unknownColumns`: headers that the dataset has no column for. */
export type OnWarning = (warning: string, unknownColumns?: readonly string[]) => void

/** The key of each column, matched by key, by original name, by slug or by title. @throws `columns-unknown`, `columns-same` */
export function keysOfColumns(
  headers: readonly string[],
  writeSchema: WriteSchema,
  input: { ignoresUnknown: boolean; keysOfHeaders: ReadonlyMap<string, string>; warn: OnWarning },
): (string | undefined)[] {
  const { ignoresUnknown, keysOfHeaders, warn } = input
  const byName = new Map<string, string>([
    ...writeSchema.fields.flatMap(({ key, title }) =>
      title && writeSchema.readers.has(key) ? [[title, key] as const] : [],
    ),
    ...writeSchema.fields.flatMap(({ key, 'x-originalName': name }) =>
      name && !writeSchema.extended.has(key) ? [[name, key] as const] : [],
    ),
    ...[...writeSchema.readers.keys(), '_id', '_action'].map((key) => [key, key] as const),
  ])
  const unknown: string[] = []
  const [leftOut, ignored]: [string[], string[]] = [[], []]
  const keys = headers.map((header) => {
    const chosen = keysOfHeaders.get(header.trim())
    if (chosen) return knownKey(chosen)
    if (chosen === '') {
      leftOut.push(header)
      return undefined
    }
    const key = byName.get(header) ?? byName.get(header.trim()) ?? byName.get(fieldKey(header))
    if (key !== undefined) return key
    if (header.trim() === '') return undefined
    ;(writeSchema.calculated.has(header) ? ignored : unknown).push(header)
    return undefined
  })
  if (unknown.length > 0 && !ignoresUnknown)
    throw problem('columns-unknown', { columns: excerptOf(unknown.join(', ')) }, unknown.map(unknownColumn))
  leftOut.push(...unknown)
  if (leftOut.length > 0)
    warn(describe({ code: 'columns-left-out', params: { columns: excerptOf(leftOut.join(', ')) } }, 'fr'), unknown)
  const ignoredText =
    'Les valeurs des colonnes suivantes proviennent des extensions ou sont calculées, elles sont ignorées'
  if (ignored.length > 0) warn(`${ignoredText} : ${ignored.join(', ')}`)
  const twice = keys.find((key, at) => key !== undefined && keys.indexOf(key) !== at)
  if (twice !== undefined) throw problem('columns-same', { column: excerptOf(twice) })
  return keys

  function knownKey(key: string): string {
    if (writeSchema.readers.has(key)) return key
    throw problem('columns-unknown', { columns: excerptOf(key) }, [unknownColumn(key)])
  }
}

const unknownColumn = (header: string) => ({ where: header, what: 'columns-unknown' })
