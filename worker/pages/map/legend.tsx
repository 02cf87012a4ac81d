import { type Circle, circlesOf } from '../../../applications/shared/legends/circles'
import { otherValuesColor } from '../../../applications/shared/legends/palette'
import { ownText } from '../../schema/own-value'
import { toggledValue, valuesIn } from '../filters/value-filter'
import { changed } from '../page-query'
import { nameOf } from '../table/field'
import { filtersOf } from '../table/state'
import type { View } from '../view'
import type { MapColors, MapLook, Shade } from './look'
import { classFilter } from './settings'

type Props = {
  view: View
  address: string
  params: URLSearchParams
  /** Nothing in it can be chosen. */
  isStill: boolean
}

/** What the colours and sizes mean. Each colour is a link that filters on what it stands for. */
export function Legend({ look, ...props }: Props & { look: MapLook }) {
  const { colors, radius } = look
  return (
    <>
      {colors && (
        <nav class="legend" aria-label={nameOf(colors.field)}>
          <strong>{nameOf(colors.field)}</strong>
          {colors.by === 'category' ? (
            <Categories {...props} colors={colors} />
          ) : (
            <Classes {...props} colors={colors} />
          )}
        </nav>
      )}
      {radius && (
        <div class="legend">
          <strong>{nameOf(radius.field)}</strong>
          {circlesOf(radius.max).map((circle) => (
            <span>
              <CircleMark circle={circle} />
              {props.view.figure(circle.value, true)}
            </span>
          ))}
        </div>
      )}
    </>
  )
}

/** Values that are added to the selected ones. */
function Categories(props: Props & { colors: Extract<MapColors, { by: 'category' }> }) {
  const { view, address, params, isStill, colors } = props
  const { field, values, hasOther } = colors
  const chosen = valuesIn(params, field.key, 'chosen')
  return (
    <>
      {values.map(({ value, color }) => {
        const changes = toggledValue(params, field.key, { value, selection: 'chosen' })
        const name = field.type === 'boolean' ? view.say(value === 'true' ? 'yes' : 'no') : value
        return (
          <Entry
            color={color}
            name={ownText(field['x-labels'], value) ?? name}
            href={isStill ? undefined : address + changed(params, changes)}
            isActive={chosen.includes(value)}
          />
        )
      })}
      {hasOther && <Entry color={otherShade} name={view.say('otherValues')} />}
      <NoValue {...props} />
    </>
  )
}

/** Ranges of numbers, of which one is selected. */
function Classes(props: Props & { colors: Extract<MapColors, { by: 'number' }> }) {
  const { address, params, isStill, colors } = props
  const { field, bounds, names } = colors
  return (
    <>
      {names.map((name, at) => {
        const { changes, isActive } = classFilter(params, field.key, [bounds[at - 1], bounds[at]])
        const color = colors.colors[at] ?? otherShade
        const href = isStill ? undefined : address + changed(params, changes)
        return <Entry color={color} name={name} href={href} isActive={isActive} />
      })}
      <NoValue {...props} />
    </>
  )
}

/** The rows without a value of the column, where there are some. */
function NoValue({ view, address, params, isStill, colors }: Props & { colors: MapColors }) {
  const { field, hasEmpty } = colors
  if (!hasEmpty) return null
  const parameter = `${field.key}_nexists`
  const isActive = params.has(parameter)
  const without = Object.fromEntries(
    filtersOf(params).flatMap((one) => (one.key === field.key ? [[one.parameter, undefined]] : [])),
  )
  const href = address + changed(params, { ...without, [parameter]: isActive ? undefined : 'true' })
  return <Entry color={otherShade} name={view.say('noValue')} href={isStill ? undefined : href} isActive={isActive} />
}

function Entry(props: { color: Shade; name: string; href?: string | undefined; isActive?: boolean }) {
  const { color, name, href, isActive } = props
  const [light, dark] = color
  const content = (
    <>
      <svg class="swatch" viewBox="0 0 10 10" width="12" height="12" aria-hidden="true">
        <circle cx="5" cy="5" r="5" fill={`light-dark(${light}, ${dark})`} />
      </svg>
      {name}
    </>
  )
  if (href === undefined) return <span>{content}</span>
  return (
    <a href={href} data-swap rel="nofollow" {...(isActive ? { 'aria-current': 'true' as const } : {})}>
      {content}
    </a>
  )
}

function CircleMark({ circle: { radius } }: { circle: Circle }) {
  const side = 2 * radius + 2
  return (
    <svg class="swatch" viewBox={`0 0 ${side} ${side}`} width={side} height={side} aria-hidden="true">
      <circle cx={side / 2} cy={side / 2} r={radius} fill="none" stroke="currentColor" />
    </svg>
  )
}

const otherShade: Shade = [otherValuesColor, otherValuesColor]
