/** A remote service as the source of an extension. */
import type { Context } from '../../context'
import { describe, type Language, Problem } from '../../errors'
import { limits } from '../../limits'
import { type Extended, enrichRows, readAction } from '../../remote-services'
import type { Dataset } from '../metadata/dataset'
import type { RemoteExtension } from './definition'
import type { ExtensionSource } from './source'

/**
 * Opens an action of a service for the owner of a dataset.
 *
 * @param input.isUrgent a writer waits for the answers: a service that does not respond is an error of the lines
 * @param input.language that of such an error; French in stored lines, as their other messages
 * @throws `remote-service-unknown`, `remote-action-unknown`, `remote-service-restricted`
 */
export async function serviceSource(
  ctx: Context,
  {
    owner,
    extension,
    isUrgent,
    language = 'fr',
  }: { owner: Dataset['owner']; extension: RemoteExtension; isUrgent: boolean; language?: Language | undefined },
): Promise<ExtensionSource> {
  const { remoteService: serviceId, action: actionId } = extension
  const action = await readAction(ctx, { owner, serviceId, actionId })
  const select = extension.select ?? []
  return {
    title: action.service.title,
    input: action.input,
    output: action.output,
    errorKey: action.errorKey,
    ...(action.call.method === 'GET' ? { rowsAtOnce: limits.remoteServices.lookupLines } : {}),
    answer: async (rows) => {
      const answered: Extended = { results: [], calls: 0, saved: 0 }
      for (let from = 0; from < rows.length; from += limits.remoteServices.maxRows) {
        const part = rows.slice(from, from + limits.remoteServices.maxRows)
        const { results, calls, saved } = await enrichRows(ctx, { action, select, rows: part, isUrgent }).catch(
          (error: unknown) => {
            if (!isUrgent || !(error instanceof Problem)) throw error
            const text = describe({ code: error.code, params: error.params }, language)
            return { results: part.map(() => ({ values: {}, error: text })), calls: 0, saved: 0 }
          },
        )
        answered.results.push(...results)
        answered.calls += calls
        answered.saved += saved
      }
      return answered
    },
  }
}
