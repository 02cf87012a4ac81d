import { defaultTimeZone } from '../../schema/dates/zone'
import type { Field } from '../../schema/field'
import { nameOf } from '../../schema/field'
import type { View } from '../view'

type Props = { view: View; field: Field; at: number; chosen?: string | null | undefined }

/** The time zone of a column of times: of those without an offset, and of its days. */
export function TimeZoneSelect({ view, field, at, chosen }: Props) {
  const ofNew = field.format === 'date-time' ? defaultTimeZone : view.ctx.config.TIME_ZONE
  const label = view.say('labelled', { label: view.say('timeZone'), text: nameOf(field) })
  return (
    <span class="time-zone">
      <ZoneSelect view={view} name={`zone-${at}`} label={label} chosen={chosen ?? field.timeZone ?? ofNew} />
    </span>
  )
}

/** A list of time zones. The script `reader-time-zone` offers that of the reader. */
export function ZoneSelect(props: { view: View; name: string; label?: string; chosen: string }) {
  const { view, name, label, chosen } = props
  const zones = new Set(['UTC', ...Intl.supportedValuesOf('timeZone'), chosen])
  return (
    <>
      <select name={name} aria-label={label}>
        {[...zones].map((zone) => (
          <option value={zone} selected={zone === chosen}>
            {zone.replaceAll('_', ' ')}
          </option>
        ))}
      </select>
      <button type="button" class="plain" hidden data-use-zone={view.say('useOwnZone', { place: '{place}' })} />
    </>
  )
}
