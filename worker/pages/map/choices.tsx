import { classMethods } from '../../../applications/shared/legends/classes'
import type { Field } from '../../schema/field'
import { HiddenInputs } from '../components/search-form'
import { nameOf } from '../table/field'
import type { View } from '../view'
import { classCounts, colorable, type MapSettings, measurable, settingNames } from './settings'

type Props = {
  view: View
  address: string
  params: URLSearchParams
  fields: readonly Field[]
  settings: MapSettings
}

/** What colours and sizes stand for. */
export function MapChoices({ view, address, params, fields, settings }: Props) {
  const { say } = view
  const [colors, sizes] = [colorable(fields), measurable(fields)]
  if (colors.length === 0) return null
  const { color, radius } = settings
  const columns = (given: readonly Field[]) => given.map((field) => [field.key, nameOf(field)] as const)
  return (
    <form class="map-choices" action={address} data-swap data-live>
      <HiddenInputs params={params} without={settingNames} />
      <Choice
        label={say('colorBy')}
        name="color"
        options={[['', say('oneColor')], ...columns(colors)]}
        chosen={color?.field.key ?? ''}
      />
      <div data-region="map-classes" class="map-classes">
        {color?.by === 'number' && (
          <>
            <Choice
              label={say('classMethod')}
              name="method"
              options={classMethods.map((method) => [method, say(`classMethod:${method}`)])}
              chosen={color.method}
            />
            <Choice
              label={say('classCount')}
              name="classes"
              options={classCounts.map((count) => [String(count), String(count)])}
              chosen={String(color.classes)}
            />
          </>
        )}
      </div>
      {sizes.length > 0 && (
        <Choice
          label={say('radiusBy')}
          name="radius"
          options={[['', say('oneSize')], ...columns(sizes)]}
          chosen={radius?.key ?? ''}
        />
      )}
      <button class="without-script" type="submit">
        {say('apply')}
      </button>
    </form>
  )
}

type Option = readonly [value: string, text: string]

function Choice(props: { label: string; name: string; options: readonly Option[]; chosen: string }) {
  return (
    <label>
      {props.label}
      <select name={props.name}>
        {props.options.map(([value, text]) => (
          <option value={value} selected={value === props.chosen}>
            {text}
          </option>
        ))}
      </select>
    </label>
  )
}
