import type { Context } from '../../context'
import { problem } from '../../errors'
import { readObject } from '../../files/r2-objects'
import { CsvReader } from '../../formats/csv/csv-reader'
import { detectDialect } from '../../formats/csv/detect-dialect'
import { dialectOptions } from '../../formats/csv/dialect'
import { kindOf } from '../../formats/kinds/kinds'
import { detectEncoding, TextReader } from '../../formats/text/detect-encoding'
import { limits } from '../../limits'
import type { Constraint } from '../../lines/write'
import type { Field } from '../../schema/field'
import { columnKeys, type KeyAlgorithm } from '../../schema/keys/column-keys'
import { checkConstraints } from '../editable/description'
import type { StoredFile } from '../metadata/document'

type Described = {
  file: StoredFile
  constraints: readonly Constraint[]
  schema: readonly Field[]
  algorithm: KeyAlgorithm | undefined
}

/**
 * Checks the uniqueness constraints of a new file against its schema and, for a CSV, its header. The columns of other files
 * are checked by the processing.
 *
 * @throws `constraint-empty`, `constraint-refused`, `file-column-repeated`
 */
export async function checkFileConstraints(ctx: Context, described: Described): Promise<void> {
  const { constraints, schema } = described
  if (constraints.length === 0) return
  const columns = await columnsOf(ctx, described)
  const named = columns ?? constraints.flatMap(({ properties }) => properties)
  const fields = named.map((key) => schema.find((field) => field.key === key) ?? { key, type: 'string' as const })
  checkConstraints(constraints, fields, 'file')
}

/** The keys of the columns of a CSV; undefined for other files. */
async function columnsOf(ctx: Context, { file, algorithm }: Described): Promise<string[] | undefined> {
  const kind = kindOf(file.name)
  if (kind?.kind !== 'csv' || kind.gzip) return undefined
  const length = Math.min(file.size, limits.files.sampleBytes)
  const stored = await readObject(ctx.files, file.object, 0, length)
  if (!stored) throw problem('file-lost')
  const sample = new Uint8Array(await new Response(stored).arrayBuffer())
  const isWhole = length === file.size
  const text = new TextReader(file.explicitEncoding ?? detectEncoding(sample, isWhole)).decode(sample, isWhole)
  const reader = new CsvReader(detectDialect(text, isWhole, dialectOptions(file.normalizeOptions)))
  reader.push(text, () => {})
  if (isWhole) reader.end(() => {})
  return columnKeys(reader.headers ?? [], algorithm).columns.map(({ key }) => key)
}
