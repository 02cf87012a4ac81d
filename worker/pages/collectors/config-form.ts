/** Between the inputs of a form and a configuration, by the schema of its plugin. Pure. */
import type { JsonSchema } from '../../collectors/plugins'

export type ConfigValues = Record<string, unknown>

/** The configuration that a form has sent: inputs are named by the paths of their properties. Empty ones are left out. */
export function configFrom(schema: JsonSchema, form: URLSearchParams, prefix = 'config'): ConfigValues {
  const entries = Object.entries(schema.properties ?? {}).flatMap(([name, property]): [string, unknown][] => {
    const path = `${prefix}.${name}`
    if (property.properties) {
      const inner = configFrom(property, form, path)
      return Object.keys(inner).length > 0 ? [[name, inner]] : []
    }
    if (property.type === 'boolean') return form.has(path) ? [[name, true]] : []
    const text = form.get(path)?.trim() ?? ''
    // A secret that is emptied is removed.
    if (text === '') return property.writeOnly && form.has(path) ? [[name, '']] : []
    if (property.type === 'integer' || property.type === 'number') return [[name, Number(text)]]
    return [[name, property.type === 'array' ? itemsFrom(property, text) : text]]
  })
  return Object.fromEntries(entries)
}

/** The properties that a form has no input for: they stay when it is sent. */
export function withoutInput(schema: JsonSchema, config: ConfigValues): ConfigValues {
  return Object.fromEntries(Object.entries(config).filter(([name]) => !Object.hasOwn(schema.properties ?? {}, name)))
}

/** Items of a list, one per line; those that are objects as `first = second`. */
function itemsFrom({ items }: JsonSchema, text: string): unknown[] {
  const lines = text.split('\n').flatMap((line) => line.trim() || [])
  const names = Object.keys(items?.properties ?? {})
  const [first, second] = names
  if (!first || !second) return lines
  return lines.map((line) => {
    const [before = '', after = before] = line.split(/\s*=\s*/, 2)
    return { [first]: before, [second]: after }
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
