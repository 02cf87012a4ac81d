// The targets: operations of the API description, pages, and the WebSocket.
import { pages } from './pages.mjs'

const liveChannel = { method: 'get', path: '/', operationId: 'liveChannel', parameters: [], isSocket: true }

/**
 * The operations of a description and of the pages. `upTo` is the sum of their weights so far: the more an operation takes,
 * the more there is to vary.
 *
 * @param {string} [only] an operationId, or a part of a path
 * @throws Error when nothing matches `only`
 */
export function operationsOf(description, only) {
  const described = Object.entries(description.paths).flatMap(([path, methods]) =>
    Object.entries(methods)
      .filter(([method]) => method !== 'parameters')
      .map(([method, { operationId, parameters = [], requestBody }]) => ({
        ...{ method, path, operationId, parameters },
        ...(requestBody ? { requestBody } : {}),
      })),
  )
  const all = [...described, ...pages, liveChannel]
  const named = all.filter(({ operationId }) => operationId === only)
  const kept = only === undefined ? all : named.length > 0 ? named : all.filter(({ path }) => path.includes(only))
  if (kept.length === 0) throw new Error(`No operation is called ${only}, and no path holds it`)
  let upTo = 0
  return kept.map((operation) => {
    upTo += 2 + Math.min(20, operation.parameters.length) + (operation.requestBody ? 8 : 0)
    return { ...operation, upTo }
  })
}
