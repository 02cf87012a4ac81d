import type { View } from '../view'
import type { Licence } from './account-choices'

type Props = { view: View; value: string; licences: readonly Licence[] }

/** The title of a licence, with those that are offered by name. */
export function LicenceInput({ view, value, licences }: Props) {
  return (
    <label>
      {view.say('licence')}
      <input name="licence-title" list="licences" value={value} autocomplete="off" />
      <datalist id="licences">
        {/* Several names of one licence are one choice. */}
        {[...Map.groupBy(licences, ({ href }) => href.replace(/\/$/, '')).values()].map(
          ([licence]) => licence && <option value={licence.title} />,
        )}
      </datalist>
    </label>
  )
}
