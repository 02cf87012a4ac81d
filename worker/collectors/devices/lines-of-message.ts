import { valueAt } from '../json-path'
import type { DeviceConfig } from './device-config'
import { type DeviceLine, type DeviceMessage, presets } from './presets'

/**
 * The lines of a message, by the preset of the configuration, and by its own columns. Pure.
 *
 * Paths of columns are those of the message, or of an item of it where `items` names a list; `$topic`, `$topic[1]` and
 * `$received` are what came with it.
 */
export function linesOfMessage(config: DeviceConfig, message: DeviceMessage): DeviceLine[] {
  const { preset, items, idPath, columns = [] } = config
  const ofPreset = preset ? presets[preset].line(message) : undefined
  if (preset && !ofPreset) return []
  const listed = items === undefined ? message.body : valueAt(message.body, items)
  const bodies = Array.isArray(listed) ? listed : [listed]
  return bodies.flatMap((body, item): DeviceLine[] => {
    const at = (path: string) => envelopeValue(message, path) ?? valueAt(body, path)
    const own = Object.fromEntries(columns.map(({ key, path }) => [key, at(path)]))
    const values = stored({ ...ofPreset?.values, ...own })
    const id = idPath === undefined ? itemId(ofPreset?.id, items === undefined ? undefined : item) : textOf(at(idPath))
    return Object.keys(values).length === 0 ? [] : [{ id, values }]
  })
}

/** The id of an item follows from that of its message. */
const itemId = (id: string | undefined, item: number | undefined): string | undefined =>
  id === undefined || item === undefined ? id : `${id}/${item}`

function envelopeValue({ topic, receivedAt }: DeviceMessage, path: string): unknown {
  if (path === '$received') return receivedAt
  if (path === '$topic') return topic
  const level = /^\$topic\[(\d+)\]$/.exec(path)?.[1]
  return level === undefined ? undefined : topic?.split('/')[Number(level)]
}

const textOf = (id: unknown): string | undefined =>
  typeof id === 'string' || typeof id === 'number' ? String(id) : undefined

/** Values that a cell can hold: objects and lists as JSON. */
function stored(values: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(values)
      .filter(([, value]) => value !== undefined && value !== null && value !== '')
      .map(([key, value]) => [key, typeof value === 'object' ? JSON.stringify(value) : value]),
  )
}
