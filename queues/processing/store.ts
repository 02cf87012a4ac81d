import type { Context } from '../../worker/context'
import { problem } from '../../worker/errors'
import { derivedKey } from '../../worker/files/keys'
import { kindOf } from '../../worker/files/kinds'
import { readObject, writeObject } from '../../worker/files/store'
import { gunzip } from '../readers/gunzip'
import type { StageInput } from './process'
import type { Outcome } from './state'

/** Prepares the file that is read: the original itself, or its inflated form, which can be read from any offset. */
export async function storeFile(ctx: Context, { run, dataset, state }: StageInput): Promise<Outcome> {
  const original = dataset[run.target]?.originalFile
  if (!original) throw problem('file-lost')
  if (!kindOf(original.name)?.gzip) {
    return { done: true, state: { ...state, object: original.object, size: original.size } }
  }
  const body = await readObject(ctx.files, original.object)
  if (!body) throw problem('file-lost')
  const object = derivedKey(original.object, 'inflated')
  const written = await writeObject(ctx.files, object, gunzip(body, { maxBytes: ctx.config.MAX_FILE_BYTES }))
  return { done: true, state: { ...state, object, size: written.size } }
}
