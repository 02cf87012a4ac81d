/** The schema of a base application as the form library reads it. Pure. */
import { v2compat } from '@koumoul/vjsf/compat/v2'
import { isPlainObject } from './model'
import type { Settings } from './settings'

/** The schema with layouts instead of annotations, and with the filter of the owner's datasets under its usual name. */
export function completedSchema({
  schema,
  hasLayouts,
  language,
}: Pick<Settings, 'schema' | 'hasLayouts' | 'language'>): Record<string, unknown> {
  const filtered = withDatasetFilter(schema)
  const laidOut: Record<string, unknown> = hasLayouts
    ? filtered
    : withSafeConditions(v2compat(filtered, undefined, language))
  // Sections are panels, unless the schema says otherwise.
  return 'layout' in laidOut || !Array.isArray(laidOut.allOf) ? laidOut : { ...laidOut, layout: 'expansion-panels' }
}

/** `owner={context.owner.type}:{context.owner.id}` ignores departments: it is written as `{context.datasetFilter}`. */
function withDatasetFilter(schema: Record<string, unknown>): Record<string, unknown> {
  const owner = /owner=(\$?)\{context\.owner\.type\}:\$?\{context\.owner\.id\}/g
  // JSON of an object is an object.
  return JSON.parse(JSON.stringify(schema).replace(owner, '$1{context.datasetFilter}')) as Record<string, unknown>
}

/**
 * Conditions of annotations, such as `charts.0.field`, are false while a part of the path is missing; an expression of the
 * library would fail there, and the form with it. Addresses keep failing: a list is not requested before its address is known.
 */
function withSafeConditions(schema: Record<string, unknown>): Record<string, unknown> {
  const visit = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(visit)
    if (!isPlainObject(value)) return value
    const changed = Object.fromEntries(Object.entries(value).map(([key, child]) => [key, visit(child)]))
    return value.type === 'js-eval' && typeof value.expr === 'string'
      ? { ...changed, expr: withOptionalChaining(value.expr) }
      : changed
  }
  // The visit of an object is an object.
  return visit(schema) as Record<string, unknown>
}

/** `rootData.charts[0].field` as `rootData?.charts?.[0]?.field`. */
export function withOptionalChaining(expression: string): string {
  return expression.replace(/\b(?:rootData|data|context|parent)(?:\.[A-Za-z_$][\w$]*|\[\d+\])+/g, (path) =>
    path.replace(/\.(?=[A-Za-z_$])/g, '?.').replace(/\[(?=\d)/g, '?.['),
  )
}
