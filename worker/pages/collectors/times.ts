/** The times of a collector, all in the time zone of its schedule. */
import { defaultTimeZone } from '../../schema/dates/zone'
import type { CollectorView } from './read-api'

export const zoneOf = ({ scheduling }: Pick<CollectorView, 'scheduling'>): string =>
  scheduling[0]?.timeZone ?? defaultTimeZone

/** `HH:MM:SS` in a time zone. */
export const timeOfDay = (iso: string, timeZone: string): string => new Date(iso).toLocaleTimeString('fr', { timeZone })
