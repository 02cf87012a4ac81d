import type { View } from '../view'
import type { Licence } from './account-choices'

type Props = { view: View; value: string; licences: readonly Licence[] }

/** Several names of one licence are one choice. */
const distinct = (licences: readonly Licence[]): Licence[] =>
  [...Map.groupBy(licences, ({ href }) => href.replace(/\/$/, '')).values()].flatMap(([licence]) => licence ?? [])

/** One of the offered licences. Others are typed on the edit page, or added to the settings of the account. */
export function LicenceSelect({ view, value, licences }: Props) {
  const offered = distinct(licences)
  return (
    <label>
      {view.say('licence')}
      <select name="licence-title">
        <option value="">{view.say('noLicence')}</option>
        {offered.map(({ title }) => (
          <option value={title} selected={title === value}>
            {title}
          </option>
        ))}
      </select>
      <input type="hidden" name="licence-href" value="" />
    </label>
  )
}

/** The title of a licence, with those that are offered by name. */
export function LicenceInput({ view, value, licences }: Props) {
  return (
    <label>
      {view.say('licence')}
      <input
        name="licence-title"
        list="licences"
        value={value}
        autocomplete="off"
        placeholder={view.say('chooseOrType')}
      />
      <datalist id="licences">
        {distinct(licences).map(({ title }) => (
          <option value={title} />
        ))}
      </datalist>
    </label>
  )
}
