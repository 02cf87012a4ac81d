import { Problem, problem } from '../../../errors'
import { kindOf } from '../../../formats/kinds/kinds'
import { notices } from '../log-texts'
import type { PluginContext, PluginFile, PluginLines } from '../plugin'
import { writeAndLogLines } from '../write-lines'
import { connectionOf, type Downloaded, isWeb } from './download'
import type { TransferConfig } from './schema'

/** A file that is to be stored, unless it has the hash `unless`. */
export type FileToStore = { file: Downloaded; unless: string | undefined }

export const fileOf = ({ name, body }: Downloaded, { encoding }: TransferConfig): PluginFile => ({
  name,
  body,
  encoding,
})

/**
 * Adds the lines of a file to an editable dataset.
 *
 * @param key names the file, where a run stores several
 */
export function addLines(
  context: PluginContext,
  config: TransferConfig,
  { id, file, unless, key }: FileToStore & { id: string; key?: string },
): Promise<{ sha256: string; changed: boolean }> {
  const { encoding, separator } = config
  const lines: PluginLines = { body: file.body, format: formatOf(file.name), encoding, separator, unless, key }
  return writeAndLogLines(context, id, lines)
}

/** Deletes or moves a file whose data is stored, where the configuration says so. */
export async function removeStored(
  context: Pick<PluginContext, 'removeFile' | 'moveFile' | 'log' | 'secrets'>,
  config: TransferConfig,
  { url, hostKey }: { url: string; hostKey: string | undefined },
): Promise<void> {
  const { processAndDelete, moveTo } = config
  if (isWeb(url) || !(processAndDelete || moveTo)) return
  const connection = { ...connectionOf(context, config), url, hostKey }
  try {
    if (moveTo) await context.moveFile(connection, moveTo)
    else await context.removeFile(connection)
  } catch (error) {
    // A run that was interrupted here has done it.
    if (error instanceof Problem && error.code === 'remote-not-found' && !moveTo) return
    throw error
  }
  await context.log.info(moveTo ? notices.fileMoved(moveTo) : notices.fileDeleted)
}

/** The format of the lines in a file. @throws `collector-data-invalid` */
function formatOf(name: string): PluginLines['format'] {
  const kind = kindOf(name)
  if (kind?.kind === 'csv') return 'csv'
  if (/\.(ndjson|jsonl)$/i.test(name)) return 'ndjson'
  if (/\.json$/i.test(name)) return 'json'
  throw problem('collector-data-invalid', {
    reason: {
      en: `rows are read from .csv, .json and .ndjson files, not from ${name}`,
      fr: `les lignes sont lues dans des fichiers .csv, .json et .ndjson, pas dans ${name}`,
    },
  })
}
