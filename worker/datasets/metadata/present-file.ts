import { baseName, kindOf } from '../../formats/kinds/kinds'
import type { StoredFile } from './document'

/** Whether an uploaded file has columns or rows that its publisher left out: it is then not for readers. */
export function hasLeftOut({ normalizeOptions }: Pick<StoredFile, 'normalizeOptions'>): boolean {
  const { footerRows, leftOutColumns, leftOutRows } = normalizeOptions ?? {}
  return Boolean(footerRows || leftOutColumns?.length || leftOutRows?.length)
}

/** Whether a file is converted to CSV while it is sent: of JSON files no CSV is stored. */
export function isSentAsCsv({ name }: { name: string }): boolean {
  const kind = kindOf(name)?.kind
  return kind === 'json' || kind === 'ndjson'
}

/** The properties of the data file in the API: a JSON file is described as the CSV that is sent. Pure. */
export function describeAsCsv<File extends { name: string; mimetype: string }>(file: File): File {
  return isSentAsCsv(file) ? { ...file, name: `${baseName(file.name)}.csv`, mimetype: 'text/csv' } : file
}
