import { roleOf } from '../../schema/concepts'
import { defaultTimeZone } from '../../schema/dates/zone'
import { type Field, nameOf } from '../../schema/field'
import { Icon, type IconName } from '../components/icon'
import type { MessageKey } from '../messages'
import type { View } from '../view'

export { nameOf } from '../../schema/field'

/** How a field is shown, filtered and drawn. */
export type CellKind = 'text' | 'number' | 'boolean' | 'date' | 'date-time' | 'place' | 'image'

export function cellKind(field: Field): CellKind {
  const role = roleOf(field['x-refersTo'] ?? '')
  if (role === 'image') return 'image'
  if (role === 'geometry' || role === 'latLon' || field.key === '_geopoint') return 'place'
  if (field.format === 'date' || field.format === 'date-time') return field.format
  if (field.type === 'integer' || field.type === 'number') return 'number'
  return field.type === 'boolean' ? 'boolean' : 'text'
}

const icons: Record<CellKind, IconName> = {
  text: 'text',
  number: 'number',
  boolean: 'boolean',
  date: 'date',
  'date-time': 'date',
  place: 'place',
  image: 'image',
}

/** The head of a column in a list: its name, its name in the file where that is another, and its key. */
export function ColumnHead({ view, field }: { view: View; field: Field }) {
  const name = nameOf(field)
  const inFile = field['x-originalName']
  return (
    <>
      {name}
      {inFile && inFile !== name && <code>{view.say('inFile', { name: inFile })}</code>}
      <code>{brokenKey(field.key)}</code>
    </>
  )
}

/** A key that breaks after its underscores, where a line is too short for it. */
const brokenKey = (key: string) =>
  key.split(/(?<=_)(?=[^_])/).map((part, at) => (
    <>
      {at > 0 && <wbr />}
      {part}
    </>
  ))

/** The type of a field as an icon and a word. */
export function TypeMark({ view, field }: { view: View; field: Field }) {
  return (
    <span class="type">
      <Icon name={icons[cellKind(field)]} />
      {typeText(view, field)}
    </span>
  )
}

/** The type of a field in words; that of local times with their time zone. */
export function typeText(view: View, field: Field): string {
  const text = typeName(view, field)
  return field.format === 'date-time' ? `${text}, ${zoneText(view, field.timeZone ?? defaultTimeZone)}` : text
}

/** The name of a time zone by its city: `Paris time`. */
export function zoneText(view: View, zone: string): string {
  const place = zone.split('/').at(-1)?.replaceAll('_', ' ') ?? zone
  return /^(UTC|GMT)/.test(place) ? place : view.say('timeOf', { place })
}

function typeName(view: View, field: Field): string {
  const name = field.format === 'date' || field.format === 'date-time' ? field.format : field.type
  const key = typeMessages.find((one) => one === `fieldType:${name}`)
  return key ? view.say(key) : name
}

const typeMessages = [
  'fieldType:string',
  'fieldType:integer',
  'fieldType:number',
  'fieldType:boolean',
  'fieldType:date',
  'fieldType:date-time',
] as const satisfies MessageKey[]
