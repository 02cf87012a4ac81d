/** Paths to values in JSON: `uplink_message.rx_metadata[0].rssi`, `object["a.b"]`. Pure. */

const step = /(?:^|\.)([^.[\]"]+)|\[(\d+)\]|\["((?:[^"\\]|\\.)*)"\]/y

/** The names and positions of a path; undefined when it is malformed. */
export function parsePath(path: string): (string | number)[] | undefined {
  const steps: (string | number)[] = []
  step.lastIndex = 0
  while (step.lastIndex < path.length) {
    const found = step.exec(path)
    if (!found) return undefined
    const [, name, position, quoted] = found
    steps.push(position === undefined ? (name ?? quoted?.replace(/\\(.)/g, '$1') ?? '') : Number(position))
  }
  return steps
}

/** The value at a path; undefined where there is none. An empty path is the whole. */
export function valueAt(value: unknown, path: string): unknown {
  let at = value
  for (const name of parsePath(path) ?? []) {
    // Only what was sent: not what objects inherit.
    if (typeof at !== 'object' || at === null || !Object.hasOwn(at, name)) return undefined
    at = (at as Record<string | number, unknown>)[name]
  }
  return at
}
