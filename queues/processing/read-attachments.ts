import { type Attachment, attachmentsAfter } from '../../worker/attachments'
import type { Context } from '../../worker/context'
import { type RunState, saveRun } from '../../worker/datasets/runs'
import { describe, Problem, problem, type StoredProblem } from '../../worker/errors'
import type { Document, DocumentFacts } from '../../worker/formats/documents/document'
import { readDocument } from '../../worker/formats/documents/read-document'
import { mimetypeOf } from '../../worker/formats/kinds/mimetypes'
import { limits } from '../../worker/limits'
import {
  type AttachmentValues,
  indexByAttachment,
  namedPaths,
  segmentTables,
  writeAttachmentValues,
} from '../../worker/lines/storage'
import { attachmentField } from '../../worker/schema/attachment-fields'
import { linesDatabase } from './lines-database'
import type { StageInput } from './stage'

/**
 * Reads the attachments that lines refer to, page by page, and writes their content into these lines. When a document
 * cannot be read, its lines get the reason, and so does the journal.
 */
export async function readAttachments(ctx: Context, { run, dataset, state, time }: StageInput): Promise<RunState> {
  const { pointer, fields = [] } = state
  const bundle = dataset[run.target]?.attachments?.bundle
  const field = attachmentField(fields)?.key
  if (!pointer) throw problem('file-lost')
  if (bundle === undefined || field === undefined) return { ...state, attachmentsRead: true }
  const tables = segmentTables(pointer).map((table) => ({ table, db: linesDatabase(ctx, table.shard) }))
  const write = async (facts: readonly AttachmentValues[]): Promise<void> => {
    await Promise.all(tables.map(({ db, table }) => writeAttachmentValues(db, table, { field, facts })))
  }
  const indexed = await Promise.all(tables.map(({ db, table }) => indexByAttachment(db, table, field)))
  if (!indexed.every(Boolean)) return { ...state, attachmentsRead: true }
  let now = state
  for (;;) {
    const { page, reading } = await nextPage(ctx, bundle, now)
    const isSkipped = reading.alone && reading.times > limits.attachments.maxReadStarts
    // Saved before reading, so that the next delivery after a crash knows the attachments in progress. A skipped attachment
    // is not saved: another crash then counts against the run.
    if (!isSkipped) await saveRun(ctx, run, { ...now, reading })
    const paths = page.map(({ path }) => path)
    const ofTables = await Promise.all(tables.map(({ db, table }) => namedPaths(db, table, { field, paths })))
    const named = new Set(ofTables.flatMap((names) => [...names]))
    const readable = byOffset(page.filter(({ path }) => named.has(path)))
    let { unread } = now
    let facts: AttachmentValues[] = []
    let chars = 0
    for await (const { values, refusal } of isSkipped
      ? streamOf(readable.map(interruptedReading))
      : readContents(ctx, readable)) {
      const content = values['_file.content']
      chars += typeof content === 'string' ? content.length : 0
      facts.push(values)
      if (refusal) unread = withExample(unread, refusal)
      await time.pause(run, 0)
      if (chars < limits.attachments.writtenChars) continue
      await write(facts)
      facts = []
      chars = 0
    }
    await write(facts)
    now = { ...now, unread, reading, attachedTo: page.at(-1)?.path ?? now.attachedTo }
    if (page.length === 0) return { ...now, reading: undefined, attachmentsRead: true, warnings: withUnread(now) }
    // A new delivery has all its attempts again.
    if (isSkipped || time.isOver()) return now
  }
}

type Reading = NonNullable<RunState['reading']>

/**
 * The next page of attachments. After a crash, the attachments of the interrupted page are read one by one to identify the
 * one that crashes the process, which is then skipped.
 */
async function nextPage(
  ctx: Context,
  bundle: string,
  { attachedTo, reading: last }: RunState,
): Promise<{ page: Attachment[]; reading: Reading }> {
  const after = attachedTo ?? ''
  const isAgain = last?.after === after
  const alone = last !== undefined && (isAgain || (last.alone && after !== last.until))
  const limit = alone ? 1 : limits.attachments.readAtOnce
  const page = await attachmentsAfter(ctx, bundle, { after: attachedTo, limit })
  const until = alone ? last.until : (page.at(-1)?.path ?? after)
  return { page, reading: { after, times: isAgain ? last.times + 1 : 1, until, alone } }
}

/** In the order of their archive, so that neighbours are read in one request. */
function byOffset(attachments: readonly Attachment[]): Attachment[] {
  return attachments.toSorted((a, b) => (a.object === b.object ? a.offset - b.offset : a.object < b.object ? -1 : 1))
}

async function* streamOf<Item>(items: readonly Item[]): AsyncGenerator<Item> {
  yield* items
}

/** The values read from an attachment; `refusal`: the problem that kept its content from being read. */
type AttachmentReading = { values: AttachmentValues; refusal?: StoredProblem }

/** The facts of an attachment that crashed the process. */
export function interruptedReading({ path, size }: Pick<Attachment, 'path' | 'size'>): AttachmentReading {
  const reason = {
    en: 'reading it takes more memory or time than there is',
    fr: "le lire prend plus de mémoire ou de temps qu'il n'y en a",
  }
  return refused({ path, size }, problem('document-unreadable', { name: path, reason }))
}

function refused({ path, size }: Pick<Attachment, 'path' | 'size'>, { code, params }: Problem): AttachmentReading {
  const refusal = { code, params }
  const values = {
    path,
    '_file.content_type': mimetypeOf(path),
    '_file.content_length': size,
    '_file.error': describe(refusal, 'en'),
  }
  return { values, refusal }
}

/** Reads attachments one after the other. */
export async function* readContents(
  ctx: Context,
  attachments: readonly Attachment[],
): AsyncGenerator<AttachmentReading> {
  for await (const { attachment, bytes } of withBytes(attachments)) yield await readOne(ctx, attachment, bytes)
}

type Fetched = { attachment: Attachment; bytes: Uint8Array | Problem }

/** Fetches several attachments in parallel, since each is a request to R2; they are parsed one at a time. */
async function* withBytes(attachments: readonly Attachment[]): AsyncGenerator<Fetched> {
  for (let at = 0; at < attachments.length; at += limits.attachments.fetchedAtOnce) {
    const batch = attachments.slice(at, at + limits.attachments.fetchedAtOnce)
    yield* await Promise.all(batch.map(async (attachment) => ({ attachment, bytes: await wholeOf(attachment) })))
  }
}

/** The bytes, or the problem with them. @throws Error when R2 fails */
async function wholeOf({ path, size, readAll }: Attachment): Promise<Uint8Array | Problem> {
  const max = limits.attachments.maxReadBytes
  if (size > max) return problem('attachment-too-large', { name: path, max: max / 1_000_000 })
  try {
    return await readAll()
  } catch (error) {
    if (error instanceof Problem) return error
    throw error
  }
}

async function readOne(
  ctx: Context,
  { path, size }: Attachment,
  bytes: Uint8Array | Problem,
): Promise<AttachmentReading> {
  const base: AttachmentValues = { path, '_file.content_type': mimetypeOf(path), '_file.content_length': size }
  const started = ctx.now().getTime()
  const isLate = async () => {
    await scheduler.wait(0)
    return ctx.now().getTime() - started > limits.attachments.maxReadMs
  }
  try {
    if (bytes instanceof Problem) throw bytes
    const { content, title, author, date, language } = await readSafely(ctx, { name: path, bytes, isLate })
    const values = {
      ...base,
      '_file.content': content ?? null,
      '_file.title': title ?? null,
      '_file.author': author ?? null,
      '_file.date': date ?? null,
      '_file.language': language ?? null,
    }
    return { values }
  } catch (error) {
    if (!(error instanceof Problem)) throw error
    return refused({ path, size }, error)
  }
}

/** Any error of a parser only affects the lines of its document. */
async function readSafely(ctx: Context, document: Document): Promise<DocumentFacts> {
  try {
    return await readDocument(document)
  } catch (error) {
    if (error instanceof Problem) throw error
    ctx.log('warn', 'document unread', { name: document.name, cause: String(error) })
    throw problem('document-unreadable', {
      name: document.name,
      reason: { en: 'it is damaged', fr: 'il est endommagé' },
    })
  }
}

type Unread = RunState['unread']

function withExample({ count, examples }: Unread, refusal: StoredProblem): Unread {
  return {
    count: count + 1,
    examples: count < limits.processing.describedBadLines ? [...examples, refusal] : examples,
  }
}

function withUnread({ warnings, unread }: Pick<RunState, 'warnings' | 'unread'>): RunState['warnings'] {
  return unread.count === 0 ? warnings : [...warnings, { code: 'attachments-unread', params: unread }]
}
