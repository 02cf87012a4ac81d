import type { ApiDocument } from './dataset-docs'

const methods: ReadonlySet<string> = new Set(['get', 'post', 'put', 'patch', 'delete'])

/**
 * The paths of one resource, without its id. Pure.
 *
 * @param prefix path of the resource in the document of the service, with `{id}`
 * @param describe properties to add to an operation, undefined to leave it out
 */
export function pathsBelow(
  service: ApiDocument,
  prefix: string,
  describe: (operationId: string) => Record<string, string> | undefined,
): NonNullable<ApiDocument['paths']> {
  const paths: NonNullable<ApiDocument['paths']> = {}
  for (const [path, item] of Object.entries(service.paths ?? {})) {
    if (path !== prefix && !path.startsWith(`${prefix}/`)) continue
    const documented = Object.entries(item).flatMap(([method, operation]) => {
      const { operationId = '', parameters = [] } = operation
      const added = methods.has(method) ? describe(operationId) : undefined
      if (!added) return []
      const own = parameters.filter((parameter) => !(parameter.in === 'path' && parameter.name === 'id'))
      return [[method, { ...operation, ...added, parameters: own }] as const]
    })
    if (documented.length > 0) paths[path.slice(prefix.length) || '/'] = Object.fromEntries(documented)
  }
  return paths
}
