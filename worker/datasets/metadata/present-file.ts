import { baseName, kindOf } from '../../formats/kinds/kinds'

/** Whether the CSV of a file is made while it is sent: of JSON nothing else is stored than what lines were read from. */
export function isSentAsCsv({ name }: { name: string }): boolean {
  const kind = kindOf(name)?.kind
  return kind === 'json' || kind === 'ndjson'
}

/** The file that lines are read from, as programs are told of it: a table (contract datasets §4). Pure. */
export function toldFile<File extends { name: string; mimetype: string }>(file: File): File {
  return isSentAsCsv(file) ? { ...file, name: `${baseName(file.name)}.csv`, mimetype: 'text/csv' } : file
}
