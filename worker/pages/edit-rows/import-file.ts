/** The file of an import: it is sent on to `_bulk_lines` as it arrives, with the separator of its CSV. */
import type { Hono } from 'hono'
import type { Dataset } from '../../datasets'
import { problem } from '../../errors'
import { detectDialect } from '../../formats/csv/detect-dialect'
import { detectEncoding, TextReader } from '../../formats/text/detect-encoding'
import type { HttpEnv } from '../../http/env'
import { isMultipart, parseMultipart } from '../../http/multipart'
import { limits } from '../../limits'
import { streamOf } from '../../net/byte-stream'
import type { DateOrder } from '../../schema/dates/stored-date'
import { forward } from '../forward'
import type { PageContext } from '../send'
import type { View } from '../view'
import { isMonthFirst } from './values'

/** The response of `_bulk_lines`: its summary, or a problem. */
export type ImportAnswer = {
  nbOk?: number
  nbNotModified?: number
  nbCreated?: number
  nbModified?: number
  nbDeleted?: number
  nbErrors?: number
  /** Line -1: an error of the file as a whole. */
  errors?: { line: number; error: string }[]
  /** Line -1: a warning about the file as a whole. */
  warnings?: { line: number; warning: string }[]
  /** Headers of the file that the dataset has no column for. */
  unknownColumns?: string[]
  /** The order in which dates that exist in both were read. */
  assumedDateOrder?: DateOrder
  /** There are errors, and nothing was written. */
  cancelled?: boolean
  detail?: string
}

/** What an import of rows did. */
export type Imported = {
  status: number
  answer: ImportAnswer
  /** The rows were to take the place of all others. */
  replaces: boolean
  /** The file was checked alone. */
  isCheck: boolean
  /** Rows were to be imported also when others have errors. */
  skipsErrors: boolean
  /** Keys of the columns by which rows of the file are those of the dataset. */
  matchBy: readonly string[]
  /** Columns that the dataset does not have were to be left out. */
  ignoresUnknown: boolean
  /** The chosen keys of headers of the file; empty ones leave their columns out. */
  columns: Record<string, string>
  /** The file has a row of headers above the first one. */
  hasHeader: boolean
}

/** The inputs of the columns by which rows are matched. */
export const matchInputs = ['match-0', 'match-1'] as const

/** Writes the rows of the file of a form. @throws `content-type-unsupported`, `file-missing` */
export async function importFile(
  c: PageContext,
  app: () => Hono<HttpEnv>,
  { view: { locale }, dataset: { id } }: { view: View; dataset: Dataset },
): Promise<Imported> {
  if (!isMultipart(c.req)) throw problem('content-type-unsupported')
  const imports: Imported[] = []
  await parseMultipart(c.req.raw, async ({ fileName, bytes }, fields) => {
    const [extension, isText] = formatOf(fileName)
    const { sample, all } = await withSample(bytes)
    const replaces = fields.get('rows') === 'replace'
    // A button of the page may decide, whatever the form has.
    const skipsErrors = c.req.query('errors') === 'skip' || fields.get('rows-with-errors') === 'skip'
    const isCheck = c.req.query('check') === 'true'
    const ignoresUnknown = fields.get('unknown-columns') === 'ignore'
    const columns = chosenColumns(fields)
    const matchBy = replaces ? [] : matchInputs.flatMap((name) => fields.get(name) || [])
    const query = new URLSearchParams({
      maxErrors: String(limits.lines.maxListedErrors),
      dateOrder: isMonthFirst(locale) ? 'monthFirst' : 'dayFirst',
      ...(isText ? { sep: separatorOf(sample) } : {}),
      ...(replaces ? { drop: 'true' } : skipsErrors ? {} : { allOrNothing: 'true' }),
      ...(isCheck ? { dryRun: 'true' } : {}),
      // A check tells the errors of rows too.
      ...(ignoresUnknown || isCheck ? { ignoreUnknownColumns: 'true' } : {}),
      ...(matchBy.length > 0 ? { matchBy: matchBy.join(',') } : {}),
      ...(Object.keys(columns).length > 0 ? { columns: JSON.stringify(columns) } : {}),
    })
    const boundary = crypto.randomUUID()
    const answer = await forward(c, app, `/api/v1/datasets/${id}/_bulk_lines?${query}`, {
      method: 'POST',
      type: `multipart/form-data; boundary=${boundary}`,
      body: streamOf(asPart(all, { boundary, fileName: `rows.${extension}` })),
    })
    const hasHeader = !/json/.test(extension)
    imports.push({
      status: answer.status,
      // A summary, or a problem.
      answer: (await answer.json()) as ImportAnswer,
      replaces,
      isCheck,
      skipsErrors,
      matchBy,
      ignoresUnknown,
      columns,
      hasHeader,
    })
  })
  const [first] = imports
  if (!first) throw problem('file-missing')
  return first
}

/** The columns chosen for headers, whose inputs are numbered. */
function chosenColumns(fields: ReadonlyMap<string, string>): Record<string, string> {
  const chosen: [string, string][] = []
  for (let at = 0; fields.has(`header-${at}`); at++)
    chosen.push([fields.get(`header-${at}`) ?? '', fields.get(`column-${at}`) ?? ''])
  // fromEntries defines own properties: a header may be called __proto__.
  return Object.fromEntries(chosen)
}

/** The extension by which `_bulk_lines` reads a file, and whether it is delimited text. */
function formatOf(fileName: string): [extension: string, isText: boolean] {
  const extension = /\.((?:csv|json|ndjson)(?:\.gz)?|[a-z0-9]{1,10})$/i.exec(fileName)?.[1]?.toLowerCase() ?? 'csv'
  if (['csv', 'tsv', 'tab', 'txt'].includes(extension)) return ['csv', true]
  return [extension === 'jsonl' ? 'ndjson' : extension, false]
}

/** The first bytes, and all of them. */
async function withSample(bytes: AsyncIterable<Uint8Array>) {
  const rest = bytes[Symbol.asyncIterator]()
  const first: Uint8Array[] = []
  let size = 0
  while (size < limits.pages.importSampleBytes) {
    const { done, value } = await rest.next()
    if (done) break
    first.push(value)
    size += value.length
  }
  async function* all() {
    yield* first
    for (let next = await rest.next(); !next.done; next = await rest.next()) yield next.value
  }
  return { sample: new Uint8Array(Buffer.concat(first)), all: all() }
}

function separatorOf(sample: Uint8Array): string {
  const isWhole = sample.length < limits.pages.importSampleBytes
  const text = new TextReader(detectEncoding(sample, isWhole)).decode(sample, isWhole)
  return detectDialect(text, isWhole).delimiter
}

async function* asPart(
  bytes: AsyncIterable<Uint8Array>,
  { boundary, fileName }: { boundary: string; fileName: string },
) {
  const encoder = new TextEncoder()
  const disposition = `content-disposition: form-data; name="actions"; filename="${fileName}"`
  yield encoder.encode(`--${boundary}\r\n${disposition}\r\ncontent-type: application/octet-stream\r\n\r\n`)
  yield* bytes
  yield encoder.encode(`\r\n--${boundary}--\r\n`)
}
