/** The time zone of the table: that of each column, or the one of the address (`timezone`), such as that of the reader. */
import { defaultTimeZone, isTimeZone } from '../../schema/dates/zone'
import type { Field } from '../../schema/field'
import { Icon } from '../components/icon'
import { changed } from '../page-query'
import type { View } from '../view'
import { zoneText } from './field'

const zoneOf = ({ timeZone }: Field): string => timeZone ?? defaultTimeZone

/** The zone that the address names. */
export function chosenZone(params: URLSearchParams): string | undefined {
  const name = params.get('timezone')
  return name && isTimeZone(name) ? name : undefined
}

/** The columns with their times in another zone. */
export const inZone = (fields: readonly Field[], timeZone: string | undefined): Field[] =>
  fields.map((field) => (timeZone && field.format === 'date-time' ? { ...field, timeZone } : field))

type Props = { view: View; address: string; params: URLSearchParams; fields: readonly Field[] }

/** Offers the times in the zone of the reader, which the island `reader-time-zone` knows; or, in the zone of the address, those of the data. */
export function ZoneChoice({ view, address, params, fields }: Props) {
  const zones = new Set(fields.filter(({ format }) => format === 'date-time').map(zoneOf))
  const zone = chosenZone(params)
  if (zones.size === 0) return null
  if (zone) {
    return (
      <p class="basis">
        <a class="chip" href={address + changed(params, { timezone: undefined })} data-swap>
          {view.say('timesIn', { zone: zoneText(view, zone) })}
          <Icon name="close" />
        </a>
      </p>
    )
  }
  return (
    <p class="basis quiet" hidden data-zones={[...zones].join(' ')}>
      <a
        href={address + changed(params, { timezone: undefined })}
        data-swap
        rel="nofollow"
        data-own-zone={view.say('showTimesIn', { zone: view.say('timeOf', { place: '{place}' }) })}
        data-utc={view.say('showTimesIn', { zone: 'UTC' })}
      >
        {view.say('showOwnTimes')}
      </a>
    </p>
  )
}
