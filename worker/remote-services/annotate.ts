import type { Context } from '../context'
import { problem } from '../errors'
import type { JsonObject } from '../schema/json-reference'
import { type Annotation, withAnnotation, withoutAnnotation } from './description/annotations'
import type { RemoteService } from './document'
import { loadOwnService, readDescription } from './load'
import { describedAs, store } from './update'

/**
 * Makes an operation of a service one that enriches lines, by annotations in its stored description.
 *
 * @throws what `loadOwnService`, `withAnnotation` and `describedAs` throw, `remote-service-of-dataset`, `remote-service-changed`
 */
export const annotateOperation = (
  ctx: Context,
  { id, annotation }: { id: string; annotation: Annotation },
): Promise<RemoteService> =>
  changeDescription(ctx, id, (document, { key }) => withAnnotation(document, annotation, key))

/** Removes the annotations of an operation. @throws what `annotateOperation` throws */
export const removeAnnotation = (ctx: Context, { id, path }: { id: string; path: string }): Promise<RemoteService> =>
  changeDescription(ctx, id, (document) => withoutAnnotation(document, path))

async function changeDescription(
  ctx: Context,
  id: string,
  change: (document: JsonObject, service: RemoteService) => JsonObject,
): Promise<RemoteService> {
  const service = await loadOwnService(ctx, id)
  if (service.datasetId !== undefined) throw problem('remote-service-of-dataset', { dataset: service.datasetId })
  const before = await readDescription(ctx, service)
  const document = change(before, service)
  return document === before ? service : store(ctx, service, describedAs(service, document))
}
