/** The value of a key of a line: keys come from files, and may be names that every object inherits (`constructor`). Pure. */
export function ownValue(line: Readonly<Record<string, unknown>>, key: string): unknown {
  return Object.hasOwn(line, key) ? line[key] : undefined
}
