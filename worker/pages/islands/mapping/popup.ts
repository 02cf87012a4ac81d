/** The values of a place in its popup, read when it is chosen. */
import { ownValue } from '../../../schema/own-value'
import type { PopupField } from './map-settings'
import { popupText } from './value-text'

type Input = {
  lines: string
  id: string
  fields: readonly PopupField[]
  /** Address of the table, for a link to the row. */
  rows: string | undefined
  /** Characters of a value at most. */
  truncate: string
  language: string
  say: Record<string, string>
}

type Line = Record<string, unknown>

/**
 * Shows the first row of a place, and buttons for the others.
 *
 * @param center the position of the place, if all of its rows have it
 * @throws an error when the first row cannot be read
 */
export async function describeRows(
  input: Omit<Input, 'id'>,
  { ids, center }: { ids: readonly string[]; center: readonly number[] | undefined },
  show: (content: HTMLElement) => void,
): Promise<void> {
  const { say, language, rows } = input
  const number = new Intl.NumberFormat(language)
  // The pressed button has the focus again in the next content.
  const turn = async (at: number, pressed = ''): Promise<void> => {
    const content = await describeFeatures({ ...input, id: ids[at] ?? '' })
    if (ids.length > 1) {
      const steps = document.createElement('p')
      steps.className = 'steps'
      const position = document.createElement('span')
      position.setAttribute('role', 'status')
      position.textContent = `${number.format(at + 1)} / ${number.format(ids.length)}`
      const step = (to: number, label = '', sign: string) => {
        const button = document.createElement('button')
        button.type = 'button'
        button.className = 'step'
        button.textContent = sign
        button.setAttribute('aria-label', label)
        button.disabled = to < 0 || to >= ids.length
        button.addEventListener(
          'click',
          () => void turn(to, sign).catch(() => (position.textContent = say.failed ?? '')),
        )
        if (sign === pressed) queueMicrotask(() => button.focus({ preventScroll: true }))
        return button
      }
      steps.append(step(at - 1, say.previousRow, '‹'), position, step(at + 1, say.nextRow, '›'))
      if (rows && center) {
        const link = element('a', say.rowsHere ?? '')
        link.setAttribute('href', rowsAt(rows, input.lines, center))
        steps.append(link)
      }
      content.prepend(steps)
    }
    show(content)
  }
  await turn(0)
}

/** The table of the drawn rows at a position. */
function rowsAt(rows: string, lines: string, [longitude, latitude]: readonly number[]): string {
  const query = new URL(lines).searchParams
  for (const name of ['finalizedAt', 'select', 'sort']) query.delete(name)
  query.set('geo_distance', `${longitude},${latitude},1`)
  return `${rows}?${query}`
}

/** @throws an error when the row cannot be read */
async function describeFeatures(input: Input): Promise<HTMLElement> {
  const { fields, rows, id, say } = input
  const line = await readLine(input)
  const content = document.createElement('div')
  content.className = 'place'
  const named = fields.filter(({ key }) => isFilled(ownValue(line, key)))
  const label = named.find(({ isLabel }) => isLabel) ?? named.find((field) => isTitle(field, ownValue(line, field.key)))
  if (label) content.append(element('h2', popupText(label, ownValue(line, label.key), input)))
  // The service writes the address of a small picture.
  if (typeof line._thumbnail === 'string' && URL.parse(line._thumbnail)?.origin === location.origin) {
    const picture = document.createElement('img')
    picture.src = line._thumbnail
    picture.alt = ''
    content.append(picture)
  }
  const list = document.createElement('dl')
  for (const field of fields) {
    const value = ownValue(line, field.key)
    if (field === label || field.isPosition || field.kind === 'place' || field.kind === 'image' || !isFilled(value))
      continue
    const definition = document.createElement('dd')
    definition.append(written(field, value, input))
    list.append(element('dt', field.name), definition)
  }
  content.append(list)
  if (rows) {
    const link = element('a', say.openRow ?? '')
    link.setAttribute('href', `${rows}?${new URLSearchParams({ line: id })}`)
    content.append(link)
  }
  return content
}

async function readLine({ lines, id, fields, truncate }: Input): Promise<Line> {
  const { origin, pathname, searchParams } = new URL(lines)
  const query = new URLSearchParams({ _id_eq: id, size: '1', count: 'false', truncate })
  if (searchParams.has('draft')) query.set('draft', 'true')
  // The service makes small pictures of datasets with a column of pictures only.
  if (fields.some(({ kind }) => kind === 'image')) query.set('thumbnail', pictureSize)
  const response = await fetch(`${origin}${pathname}?${query}`, { credentials: 'same-origin' })
  if (!response.ok) throw new Error(String(response.status))
  const { results } = (await response.json()) as { results: Line[] } // of `lines`
  return results[0] ?? {}
}

/** Texts of a few words: a longer one is not a title. */
const titleChars = 80

/** Whether a value can stand for a place that has no label: words, not an address or a number. */
const isTitle = ({ kind, isPosition }: PopupField, value: unknown): boolean =>
  kind === 'text' &&
  !isPosition &&
  typeof value === 'string' &&
  value.length <= titleChars &&
  /\p{L}{2}/u.test(value) &&
  !/^\S+:\/\//.test(value)

const pictureSize = '300x180'
const isFilled = (value: unknown) => value !== undefined && value !== null && value !== ''

function element(name: 'h2' | 'dt' | 'a', text: string): HTMLElement {
  const made = document.createElement(name)
  made.textContent = text
  return made
}

/** A value for people; web addresses are links. */
function written(field: PopupField, value: unknown, input: Pick<Input, 'language' | 'say'>): Node {
  const text = popupText(field, value, input)
  if (field.kind !== 'text' || !/^https?:\/\/\S+$/.test(text) || !URL.canParse(text)) return new Text(text)
  const link = element('a', text)
  link.setAttribute('href', text)
  link.setAttribute('rel', 'noopener nofollow')
  link.setAttribute('target', '_blank')
  return link
}
