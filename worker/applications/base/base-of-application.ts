import type { Context } from '../../context'
import type { Prose } from '../../resources/list'
import { loadApplication } from '../load'
import { baseAt } from './find-base'
import { presentBase } from './present'

/** The base application of an application (`url`, not `urlDraft`), without the accounts that may use it. */
export async function baseOfApplication(
  ctx: Context,
  input: { id: string; prose: Prose },
): Promise<Record<string, unknown>> {
  const { url } = await loadApplication(ctx, input.id, 'readBaseApp')
  const { baseUrl, language } = ctx
  return presentBase(await baseAt(ctx, url), { baseUrl, language, showsAccess: () => false, ...input.prose })
}
