import type { Context } from '../../worker/context'
import type { StoredFile, Version } from '../../worker/datasets'
import type { FileReading, RunState } from '../../worker/datasets/runs'
import { problem } from '../../worker/errors'
import { derivedKey } from '../../worker/files/object-keys'
import { detectDialect } from '../../worker/formats/csv/detect-dialect'
import { dialectOptions, normalizedDialect, repairsIn } from '../../worker/formats/csv/dialect'
import { proposedHeader } from '../../worker/formats/csv/propose-header'
import { kindOf } from '../../worker/formats/kinds/kinds'
import { textKinds } from '../../worker/formats/record-reader'
import { detectEncoding, TextReader } from '../../worker/formats/text/detect-encoding'
import { unreadableText } from '../../worker/formats/text/unreadable-text'
import { limits } from '../../worker/limits'
import { headerPosition, isFormerHeader } from './normalize/position-of-former-table'

/**
 * Detects encoding and dialect of a file by its first bytes.
 *
 * @param former the published file: its titles above the header are those of the new one too
 * @throws `file-lost`, `file-no-column`, `file-utf32`, `file-binary`
 */
export async function inspectFile(
  ctx: Context,
  state: RunState,
  { version, former }: { version: Version; former: StoredFile | undefined },
): Promise<FileReading> {
  const { object, size } = state
  const { originalFile: original, file } = version
  if (!original || !object || size === undefined) throw problem('file-lost')
  const name = state.name ?? (file?.object === object ? file.name : original.name)
  const kind = textKinds.find((textKind) => textKind === kindOf(name)?.kind)
  if (!kind) throw problem('file-lost')
  if (size === 0) throw problem('file-no-column')
  if (object === derivedKey(original.object, 'normalized')) {
    const dialect = { ...normalizedDialect, ...repairsIn(original.normalizeOptions ?? {}) }
    const rowBreaks = version.sheet?.rowBreaks
    const ofTable = kind === 'csv' ? { dialect, ...(rowBreaks ? { rowBreaks } : {}) } : {}
    return { object, size, kind, name, encoding: 'UTF-8', ...ofTable }
  }
  const stored = await ctx.files.get(object, { range: { offset: 0, length: limits.files.sampleBytes } })
  if (!stored) throw problem('file-lost')
  const sample = new Uint8Array(await stored.arrayBuffer())
  const unreadable = original.explicitEncoding ? undefined : unreadableText(sample)
  if (unreadable) throw problem(unreadable)
  const complete = sample.length >= size
  const encoding = original.explicitEncoding ?? detectEncoding(sample, complete)
  const source: FileReading = { object, size, kind, name, encoding }
  if (kind !== 'csv') return source
  const text = new TextReader(encoding).decode(sample, complete)
  const { spreadsheetHeaderLine, headerRows } = original.normalizeOptions ?? {}
  const proposed = spreadsheetHeaderLine || headerRows ? undefined : proposedHeader(text)
  const header = proposed && isFormerHeader(proposed, former) ? proposed : undefined
  const options = {
    ...dialectOptions(original.normalizeOptions),
    ...(header ? { ...headerPosition(header), delimiter: header.delimiter } : {}),
  }
  return { ...source, dialect: detectDialect(text, complete, options) }
}
