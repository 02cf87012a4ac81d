/** The first rows of a file, from its first bytes. */
import { detectDialect } from '../../formats/csv/detect-dialect'
import { kindOf } from '../../formats/kinds/kinds'
import { openReader } from '../../formats/open-reader'
import { textKinds } from '../../formats/record-reader'
import { detectEncoding, TextReader } from '../../formats/text/detect-encoding'
import { limits } from '../../limits'
import { readStart } from '../../net/fetch'
import type { SourcePreview } from './plugin'

/**
 * Reads the first rows of a file. A workbook, an archive or a map is not read here: it is opened when it is processed.
 *
 * @param encoding that of the configuration; detected when absent
 */
export async function firstRowsOf(
  { name, body }: { name: string; body: ReadableStream<Uint8Array> },
  encoding?: string,
): Promise<SourcePreview> {
  const { bytes, isWhole } = await readStart(new Response(body), limits.collectors.previewBytes)
  const format = kindOf(name)
  const kind = textKinds.find((one) => one === format?.kind)
  if (!kind || format?.gzip) return { columns: [], rows: [], note: name }
  const text = new TextReader(encoding ?? detectEncoding(bytes, isWhole)).decode(bytes, isWhole)
  const reader = openReader(kind, kind === 'csv' ? { dialect: detectDialect(text, isWhole) } : {})
  const rows: string[][] = []
  const add = ({ cells }: { cells: string[] }) => {
    if (rows.length < limits.collectors.previewRows) rows.push([...cells])
  }
  reader.push(text, add)
  // A cut file ends within a record.
  if (isWhole) reader.end(add)
  return { columns: [...(reader.headers ?? [])], rows, note: name }
}
