import { defaultTimeZone } from '../../schema/dates/zone'
import { type Field, nameOf } from '../../schema/field'
import type { View } from '../view'

type Props = { view: View; field: Field; at: number; chosen?: string | null | undefined }

/** The time zone of a column of times: of those without an offset, and of its days. */
export function TimeZoneSelect({ view, field, at, chosen }: Props) {
  const ofNew = field.format === 'date-time' ? defaultTimeZone : view.ctx.config.TIME_ZONE
  const label = view.say('labelled', { label: view.say('timeZone'), text: nameOf(field) })
  return (
    <span class="time-zone">
      <select name={`zone-${at}`} aria-label={label}>
        <ZoneOptions chosen={chosen ?? field.timeZone ?? ofNew} />
      </select>
      <OwnZoneButton view={view} />
    </span>
  )
}

/** The options of a list of time zones. */
export function ZoneOptions({ chosen }: { chosen: string }) {
  const zones = new Set(['UTC', ...Intl.supportedValuesOf('timeZone'), chosen])
  return (
    <>
      {[...zones].map((zone) => (
        <option value={zone} selected={zone === chosen}>
          {zone.replaceAll('_', ' ')}
        </option>
      ))}
    </>
  )
}

/** Follows a list of time zones: the script `reader-time-zone` offers that of the reader. */
export const OwnZoneButton = ({ view }: { view: View }) => (
  <button type="button" class="plain" hidden data-use-zone={view.say('useOwnZone', { place: '{place}' })} />
)
