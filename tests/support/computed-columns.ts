/** Computed columns of datasets (`extensions` of the type `exprEval`). */
import type { Dataset } from './datasets'
import { ask } from './http'

export const computed = (key: string, expr: string, property: Record<string, unknown> = {}) => ({
  active: true,
  type: 'exprEval',
  expr,
  property: { key, type: 'string', ...property },
})

export const extend = (id: string, key: string, extensions: unknown) =>
  ask<Dataset>(`/api/v1/datasets/${id}`, { method: 'PATCH', key, json: { extensions } })
