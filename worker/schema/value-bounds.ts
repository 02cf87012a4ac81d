/** The bounds of the values of a field: those of its publisher, within those of its concept. Pure. */
import { conceptIdOf } from './concepts'
import type { Field } from './field'

/** Degrees of WGS 84. */
const ofConcepts: Readonly<Record<string, readonly [number, number]>> = {
  latitude: [-90, 90],
  longitude: [-180, 180],
}

export function valueBounds(field: Field): { minimum: number | undefined; maximum: number | undefined } {
  const { type, minimum, maximum } = field
  const isNumber = type === 'number' || type === 'integer'
  const [least, most] = (isNumber && ofConcepts[conceptIdOf(field) ?? '']) || []
  return { minimum: bound(Math.max, minimum, least), maximum: bound(Math.min, maximum, most) }
}

function bound(narrower: (...all: number[]) => number, own: Field['minimum'], ofConcept: number | undefined) {
  const limits = [own, ofConcept].filter((limit) => limit !== undefined && limit !== null && limit !== '').map(Number)
  return limits.length > 0 ? narrower(...limits) : undefined
}

/** Whether the values of a field are a latitude and a longitude, in one text. */
export const hasPositions = (field: Field): boolean => field.type === 'string' && conceptIdOf(field) === 'latLon'

/** Whether a text is a latitude and a longitude that a place has: `48.85, 2.35`. */
export function isPosition(text: string): boolean {
  const parts = text.split(/[,;]/).map((part) => part.trim())
  const limits = [90, 180]
  return (
    parts.length === limits.length &&
    parts.every((part, at) => part !== '' && Math.abs(Number(part)) <= (limits[at] ?? 0))
  )
}
