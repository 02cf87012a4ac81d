/** Between the inputs of a form and a configuration, by the schema of its plugin. Pure. */
import { isObject, type JsonSchema } from '../../collectors/plugins'

export type ConfigValues = Record<string, unknown>

/**
 * The configuration that a form has sent: inputs are named by the paths of their properties. Empty ones are left out.
 *
 * @param stored the current configuration of the collector; properties that the form does not show are copied from it
 */
export function configFrom(
  schema: JsonSchema,
  form: URLSearchParams,
  { stored = {}, prefix = 'config' }: { stored?: ConfigValues; prefix?: string } = {},
): ConfigValues {
  const properties = Object.entries(schema.properties ?? {})
  const withoutInput = Object.entries(stored).filter(([name]) => !Object.hasOwn(schema.properties ?? {}, name))
  const sent = properties.flatMap(([name, property]): [string, unknown][] => {
    const path = `${prefix}.${name}`
    if (property.properties) {
      const before = stored[name]
      const inner = configFrom(property, form, { stored: isObject(before) ? before : {}, prefix: path })
      return Object.keys(inner).length > 0 ? [[name, inner]] : []
    }
    if (property.type === 'boolean') return form.has(path) ? [[name, true]] : []
    const text = textFrom(property, form.get(path) ?? '')
    // A secret that is emptied is removed.
    if (text === '') return property.writeOnly && form.has(path) ? [[name, '']] : []
    if (property.type === 'integer' || property.type === 'number') return [[name, Number(text)]]
    return [[name, property.type === 'array' ? itemsFrom(property, text) : text]]
  })
  return Object.fromEntries([...withoutInput, ...sent])
}

/** A choice may be white space: the tab that separates values. */
const textFrom = (property: JsonSchema, text: string): string => (property.enum || property.oneOf ? text : text.trim())

/** Items of a list, one per line; those that are objects as `first = second`. */
function itemsFrom({ items }: JsonSchema, text: string): unknown[] {
  const lines = text.split('\n').flatMap((line) => line.trim() || [])
  const names = Object.keys(items?.properties ?? {})
  const [first, second] = names
  if (!first || !second) return lines
  return lines.map((line) => {
    const sign = line.indexOf('=')
    if (sign < 0) return { [first]: line, [second]: line }
    return { [first]: line.slice(0, sign).trim(), [second]: line.slice(sign + 1).trim() }
  })
}

/** The text of a value in its input. */
export function inputText({ type, items }: JsonSchema, value: unknown): string {
  if (value === undefined || value === null) return ''
  if (type !== 'array' || !Array.isArray(value)) return String(value)
  const names = Object.keys(items?.properties ?? {})
  return value
    .map((item) => (names.length > 0 ? names.map((name) => String(item?.[name] ?? '')).join(' = ') : item))
    .join('\n')
}
