/** The OpenAPI document of the read operations of a service, at the addresses of its proxy. Pure. */
import { type JsonObject, objectOf } from '../schema/json-reference'
import { withoutAnnotations } from './description/annotations'
import type { RemoteService } from './document'

/** Members of a path that are not operations. */
const shared: ReadonlySet<string> = new Set(['parameters', 'summary', 'description', '$ref'])

/** The service sends its own key: the document asks for none, and names no other server. */
export function proxyDescription(
  stored: JsonObject,
  { id, title, apiId }: Pick<RemoteService, 'id' | 'title' | 'apiId'>,
  baseUrl: string,
): JsonObject {
  // Readers see the API as it is.
  const document = withoutAnnotations(stored)
  const paths = Object.entries(objectOf(document.paths)).flatMap(([path, item]) => {
    const { get, ...others } = objectOf(item)
    if (get === undefined) return []
    const { security: _, servers: __, ...operation } = objectOf(get)
    const kept = Object.entries(others).filter(([name]) => shared.has(name))
    return [[`/proxy${path}`, { ...Object.fromEntries(kept), get: operation }] as const]
  })
  const { securitySchemes: _, ...components } = objectOf(document.components)
  const { security: __, webhooks: ___, ...others } = document
  return {
    ...others,
    info: { ...objectOf(document.info), title, 'x-api-id': apiId },
    servers: [{ url: `${baseUrl}/api/v1/remote-services/${id}` }],
    paths: Object.fromEntries(paths),
    ...(document.components === undefined ? {} : { components }),
  }
}
