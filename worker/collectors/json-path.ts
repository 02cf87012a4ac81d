/** Paths to values in JSON, in the settings of devices and plugins: `uplink_message.rx_metadata[0].rssi`, `object["a.b"]`. */

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

/** The value at a path, the value itself for an empty path; undefined where there is none, or when the path is malformed. */
export function valueAt(value: unknown, path: string): unknown {
  const steps = parsePath(path)
  if (!steps) return undefined
  let inner = value
  for (const name of steps) {
    // Own properties only: not those that objects inherit.
    if (typeof inner !== 'object' || inner === null || !Object.hasOwn(inner, name)) return undefined
    inner = (inner as Record<string | number, unknown>)[name]
  }
  return inner
}
