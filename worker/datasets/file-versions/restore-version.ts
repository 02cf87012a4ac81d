import type { Context } from '../../context'
import { Problem, problem } from '../../errors'
import { findReplaceable, replaceFile } from '../create/replace-file'
import type { Dataset } from '../metadata/dataset'
import { dropUpload, storeUpload } from '../stored-files/upload'
import { readFileVersion } from './file-versions'

/**
 * Sends an earlier file again, as a new file of its dataset: a copy, read with the format options that it had. Attachments stay
 * those of the current file.
 *
 * @param input.draft as for `replaceFile`
 * @throws `file-version-not-found`, and what `replaceFile` throws
 */
export async function restoreFileVersion(
  ctx: Context,
  { id, version, draft }: { id: string; version: string; draft: string | undefined },
): Promise<Dataset> {
  const { file: earlier, read } = await readFileVersion(ctx, id, version)
  const replaceable = await findReplaceable(ctx, id, draft)
  if (!replaceable) throw problem('dataset-not-found')
  const { explicitEncoding, normalizeOptions, name: fileName } = earlier
  const { account } = replaceable.actor
  const stored = await storeUpload(ctx, { account, fileName, bytes: await read() })
  const file = {
    ...stored,
    ...(explicitEncoding ? { explicitEncoding } : {}),
    ...(normalizeOptions ? { normalizeOptions } : {}),
  }
  try {
    return await replaceFile(ctx, { id, body: {}, file, draft })
  } catch (error) {
    // After any other failure the state of the writes is unknown: an unused upload stays in the list of discards.
    if (error instanceof Problem) await dropUpload(ctx, stored.object)
    throw error
  }
}
