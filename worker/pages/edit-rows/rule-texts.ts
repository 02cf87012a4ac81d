/** The reasons why a line is invalid, in the language of the page. Pure. */
import { type LineRule, ruleOf, splitValue } from '../../schema/line-error-texts'

const messages = {
  required: 'rule:required',
  additional: 'rule:additional',
  maximum: 'rule:maximum',
  minimum: 'rule:minimum',
  maxLength: 'rule:maxLength',
  idLength: 'rule:maxLength',
  minLength: 'rule:minLength',
  minItems: 'rule:required',
  type: 'rule:type',
  label: 'rule:label',
  format: 'rule:format',
  unique: 'rule:duplicate',
  uniquePair: 'rule:duplicate',
  uniqueSet: 'rule:duplicate',
  primaryKey: 'rule:primaryKey',
  idTaken: 'rule:idTaken',
  severalLines: 'rule:severalLines',
  missing: 'lineGone',
  changed: 'lineChanged',
  illFormed: 'rule:illFormed',
} as const satisfies Record<Exclude<LineRule, 'constant'>, string>

/** Messages that say a type or a format in the words of the page. */
const ofTypes = {
  integer: 'problem:integer',
  number: 'problem:number',
  boolean: 'problem:boolean',
  date: 'problem:date',
  'date-time': 'problem:date-time',
} as const
const isTyped = (name: unknown): name is keyof typeof ofTypes =>
  typeof name === 'string' && Object.hasOwn(ofTypes, name)

type RuleKey =
  | (typeof messages)[keyof typeof messages]
  | (typeof ofTypes)[keyof typeof ofTypes]
  | 'rule:value'
  | 'quotedValue'
type Say = (key: RuleKey, values?: Record<string, string | number>) => string

/** The messages of reasons, by which scripts of pages are given them too. */
export const ruleKeys: readonly RuleKey[] = [
  ...new Set([...Object.values(messages), ...Object.values(ofTypes)]),
  'rule:value',
  'quotedValue',
]

/**
 * A reason of the API in the language of the page, without the key of its column. Texts of publishers are not translated.
 *
 * @returns empty for one allowed value of a list: the reason about the list follows it
 */
export function ruleText({ say }: { say: Say }, reason: string): string {
  const { text, value } = splitValue(reason)
  const found = ruleOf(text)
  if (found?.rule === 'constant') return ''
  const { count, ...values } = found?.values ?? {}
  const named = found?.rule === 'type' ? values.type : found?.rule === 'format' ? values.format : undefined
  const key = found && (isTyped(named) ? ofTypes[named] : messages[found.rule])
  const message = key ? say(key, count === undefined ? values : { count: Number(count) }) : text
  if (value === undefined) return message
  // A text is quoted as JSON.
  const shown = /^".*"$/s.test(value) ? say('quotedValue', { value: value.slice(1, -1) }) : value
  return say('rule:value', { message, value: shown })
}
