import { createHash } from 'node:crypto'
import type { Context } from '../../context'
import { openWritableTable, replaceLines, writeActions } from '../../datasets/lines-api'
import { dropUpload, storeTemporaryFile } from '../../datasets/stored-files'
import { problem } from '../../errors'
import { readObject } from '../../files/r2-objects'
import { knownEncoding } from '../../formats/text/encodings'
import { limits } from '../../limits'
import { notices, tasks } from '../plugins/log-texts'
import type { LinesSummary, PluginLines } from '../plugins/plugin'
import type { RunLog } from './run-log'

/**
 * Writes lines of an editable dataset. They are stored first: a download that breaks off writes nothing. Lines without an id
 * get one from the run, the key of the body and their position: a repeated run writes the same lines, not the same lines again.
 *
 * @throws the codes of `openWritableTable`, `file-too-large`, and what the stream throws
 */
export async function writeLines(
  ctx: Context,
  input: { id: string; lines: PluginLines; run: { id: string }; log: RunLog; stop: AbortSignal },
): Promise<LinesSummary> {
  const { id, lines, run, log, stop } = input
  const { format, separator, drop = false, unless, key = '' } = lines
  const table = await openWritableTable(ctx, id, 'bulkLines', true)
  const stored = await storeTemporaryFile(ctx, lines.body)
  try {
    const { sha256 } = stored
    if (sha256 === unless) return { nbOk: 0, nbNotModified: 0, nbErrors: 0, errors: [], sha256, changed: false }
    const bytes = await readObject(ctx.files, stored.object)
    if (!bytes) throw problem('file-lost')
    const encoding = lines.encoding ? knownEncoding(lines.encoding) : undefined
    const source = {
      bytes,
      format,
      separator,
      ...(encoding ? { encoding } : {}),
      maxBytes: ctx.config.MAX_FILE_BYTES,
    }
    const idOf = (at: number) =>
      createHash('sha256').update(`${run.id}/${id}/${key}${at}`).digest('hex').slice(0, limits.lines.generatedIdChars)
    const steps = (drop ? replaceLines : writeActions)(ctx, { table, operation: 'bulkLines', source, idOf })
    for await (const { summary, isLast } of steps) {
      const { nbOk, nbNotModified, nbErrors, errors } = summary
      log.progress(tasks.lines, nbOk + nbErrors, undefined)
      if (isLast) return { nbOk, nbNotModified, nbErrors, errors, sha256, changed: nbOk > nbNotModified }
      if (!stop.aborted) continue
      if (!drop && nbOk > 0) log.add('warning', notices.linesBeforeStop(nbOk))
      stop.throwIfAborted()
    }
    throw new Error('a bulk ended without summary')
  } finally {
    await dropUpload(ctx, stored.object)
  }
}
