/** The columns of extensions in the response of one line: `_town.name` of lists is `{"_town":{"name":"Lyon"}}`. Pure. */
import { newRecord } from './line'

/** The values of a line, those of extensions grouped by the parts of their keys. */
export function nested(
  values: Readonly<Record<string, unknown>>,
  extended: ReadonlySet<string>,
): Record<string, unknown> {
  const groups = newRecord<unknown>()
  for (const [key, value] of Object.entries(values)) {
    const path = extended.has(key) ? key.split('.') : [key]
    const name = path.pop() ?? key
    path.reduce(groupIn, groups)[name] = value
  }
  return groups
}

function groupIn(within: Record<string, unknown>, name: string): Record<string, unknown> {
  within[name] ??= newRecord<unknown>()
  // Extensions have prefixes of their own: what stands here is a group.
  return within[name] as Record<string, unknown>
}
