import { actorFor } from '../../accounts'
import type { Context } from '../../context'
import { Problem, problem } from '../../errors'
import { canCreateFor } from '../../permissions'
import type { RpcResult, Upload } from './upload-object'
import type { UploadState } from './upload-store'

type LoadedUpload = { upload: DurableObjectStub<Upload>; state: UploadState }

/**
 * Loads an upload for callers who may continue it: those who may create datasets for the account that started it.
 *
 * @throws `upload-not-found`, `upload-gone`, `upload-refused`
 */
export async function loadUpload(ctx: Context, id: string): Promise<LoadedUpload> {
  const upload = ctx.uploads.get(parseId(ctx, id))
  const state = await upload.read()
  if (!state) throw problem('upload-gone')
  const actor = actorFor(ctx, ['datasets', 'datasets-write'])
  if (!canCreateFor(actor, state.owner)) throw problem('upload-refused')
  return { upload, state }
}

/** Returns the result of a call to an upload, or throws its error. */
export function unwrap<Result>(answer: RpcResult<Result>): Result {
  if ('refused' in answer) throw new Problem(answer.refused.code, answer.refused.params)
  return answer.result
}

/** Durable Object ids are signed by the platform: invented ids are rejected without a call to the object. */
function parseId(ctx: Context, id: string): DurableObjectId {
  try {
    return ctx.uploads.idFromString(id)
  } catch {
    throw problem('upload-not-found')
  }
}
