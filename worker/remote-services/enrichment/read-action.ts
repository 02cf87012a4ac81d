import { problem } from '../../errors'
import { limits } from '../../limits'
import { accountCanUse } from '../access'
import { isIdentifier, type ServiceAction } from '../description/actions'
import { ndjson } from '../description/body-format'
import type { Output } from '../description/outputs'
import type { RemoteService } from '../document'
import { findService } from '../load'
import type { ActionOutput, EnrichmentAction, ReadAction } from './types'

/** See `ReadAction`. */
export const readAction: ReadAction = async (ctx, { owner, serviceId, actionId }) => {
  const service = await findService(ctx, serviceId)
  if (!service) throw problem('remote-service-unknown', { service: serviceId })
  if (!accountCanUse(owner, service)) throw problem('remote-service-restricted', { service: serviceId })
  const action = service.actions.find(({ id }) => id === actionId)
  const enrichment = action && enrichmentOf(service, action)
  if (!enrichment) throw problem('remote-action-unknown', { service: serviceId, action: actionId })
  return enrichment
}

/** An action as one that enriches lines; undefined when it does not (`canUse`). */
export function enrichmentOf(service: RemoteService, action: ServiceAction): EnrichmentAction | undefined {
  // Actions that were stored before their paths were checked.
  if (!action.canUse || !action.operation.path.startsWith('/')) return undefined
  return action.operation.method === 'get' ? lookupIn(service, action) : batchIn(service, action)
}

function batchIn(service: RemoteService, action: ServiceAction): EnrichmentAction | undefined {
  const method = (['POST', 'PUT', 'PATCH'] as const).find((name) => name === action.operation.method.toUpperCase())
  const [input, output] = [action.input.find(isIdentifier), action.output.find(isIdentifier)]
  if (!method || !input || !output) return undefined
  const { batchLines, maxBatchLines } = limits.remoteServices
  return {
    ...describedAction(service, action),
    input: action.input.filter((one) => one.in === 'body' && !isIdentifier(one)).map(({ in: _, ...one }) => one),
    output: action.output.filter((one) => !isIdentifier(one)).flatMap(columnOf),
    errorKey: action.output.some(({ name }) => name === '_error') ? '_error' : 'error',
    call: {
      method,
      url: service.server + action.operation.path,
      key: service.key,
      isNdjson: action.inputBodyTypes.includes(ndjson),
      identifier: { input: input.name, output: output.name },
      maxLines: Math.max(1, Math.min(action.maxLines ?? batchLines, maxBatchLines)),
    },
  }
}

function lookupIn(service: RemoteService, action: ServiceAction): EnrichmentAction {
  const inputs = action.input.flatMap(({ in: place, ...one }) =>
    place === 'query' || place === 'path' ? [{ ...one, in: place }] : [],
  )
  return {
    ...describedAction(service, action),
    input: inputs.map(({ in: _, ...one }) => one),
    output: action.output.flatMap(columnOf),
    errorKey: 'error',
    call: {
      method: 'GET',
      url: service.server + action.operation.path,
      key: service.key,
      places: inputs.map(({ name, in: place }) => ({ name, in: place })),
      constants: action.constants ?? [],
    },
  }
}

const describedAction = ({ id, title }: RemoteService, action: ServiceAction) => ({
  service: { id, title },
  id: action.id,
  summary: action.summary,
})

/** An output as a column; none for objects, which are not columns, and for errors, which have one of their own. */
function columnOf({ type, format, enum: _, ...output }: Output): ActionOutput[] {
  if (output.name === 'error' || output.name === '_error') return []
  const isColumn = type === 'string' || type === 'integer' || type === 'number' || type === 'boolean'
  if (!isColumn) return []
  const stored = (['date', 'date-time', 'uri-reference'] as const).find((one) => one === format)
  return [{ ...output, type, ...(stored ? { format: stored } : {}) }]
}
