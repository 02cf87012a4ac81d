import { causeOf, Problem, type ProblemCode, problem, type Reason, reasonOf } from '../../errors'
import { limits } from '../../limits'
import type { LineSource } from '../../lines'
import type { Comparison } from '../../lines/query/parse/filters'
import type { Condition } from '../../lines/query/request'
import type { Parameters } from '../../net/parameters'
import { isTimeZone } from '../../schema/coerce'
import { excerptOf } from '../../schema/cut-text'
import type { OdsValue } from './expression-types'
import { type Named, type Order, readGroups, readOrder, readSelect } from './read-expressions'
import { SyntaxFault } from './tokens'
import { checkedTest, fieldNamed, readWhere, type Scope } from './where'

/** A request of the Opendatasoft-compatible API, checked against the schema. */
export type OdsRequest = {
  select: readonly Named[]
  groups: readonly Named<OdsValue>[]
  conditions: readonly Condition[]
  order: readonly Order[]
  limit: number
  offset: number
  timeZone: string
}

/** Reads the parameters of records, or of an export: an export has all lines by default. @throws Problem 400 */
export function parseOds(
  params: Parameters,
  source: LineSource,
  { now, isExport }: { now: Date; isExport: boolean },
): OdsRequest {
  const timeZone = params.get('timezone') || 'UTC'
  if (!isTimeZone(timeZone))
    throw refused('timezone', {
      en: `unknown time zone "${excerptOf(timeZone)}"`,
      fr: `fuseau horaire "${excerptOf(timeZone)}" inconnu`,
    })
  const scope: Scope = { fields: source.fields, located: source.pointer.layout.located, timeZone, now }
  const groups = readParameter('group_by', params, (text) => readGroups(text, scope)) ?? []
  if (groups.length > 1 && groups.some(({ expression }) => expression.is === 'between')) {
    throw refused('group_by', {
      en: 'a range with bounds is grouped by alone',
      fr: 'un intervalle avec des bornes est le seul groupe',
    })
  }
  const select = readParameter('select', params, (text) => (text.trim() === '*' ? undefined : readSelect(text, scope)))
  const names = new Set([...groups, ...(select ?? [])].map(({ name }) => name))
  const conditions = [
    ...params.getAll('where').flatMap((text) => (text.trim() ? attempt('where', () => readWhere(text, scope)) : [])),
    ...params.getAll('refine').flatMap((text) => attempt('refine', () => refinements(text, scope))),
  ]
  if (conditions.length > limits.lines.maxConditions)
    throw refused('where', {
      en: `more than ${limits.lines.maxConditions} conditions`,
      fr: `plus de ${limits.lines.maxConditions} conditions`,
    })
  return {
    groups,
    select: select ?? (groups.length > 0 ? [] : everything(source)),
    conditions,
    order: readParameter('order_by', params, (text) => readOrder(text, scope, names)) ?? [],
    timeZone,
    ...windowOf(params, { isGrouped: groups.length > 0, isExport }),
  }
}

/** `delimiter`, the separator of a CSV. @throws `ods-parameter-invalid` */
export function delimiterOf(params: Parameters): string {
  const delimiter = params.get('delimiter') || ';'
  if (!/^[^"\r\n\0]$/u.test(delimiter))
    throw refused('delimiter', {
      en: 'one character is expected, which is neither a quotation mark nor a line end',
      fr: 'un seul caractère est attendu, ni un guillemet ni une fin de ligne',
    })
  return delimiter
}

const refused = (parameter: string, reason: Reason) => problem('ods-parameter-invalid', { parameter, reason })

function attempt<Result>(parameter: string, parse: () => Result): Result {
  try {
    return parse()
  } catch (error) {
    if (error instanceof SyntaxFault) throw refused(parameter, causeOf(error))
    const general: ProblemCode = 'parameter-invalid'
    if (error instanceof Problem && error.code === general) throw refused(parameter, reasonOf(error))
    throw error
  }
}

function readParameter<Result>(
  parameter: string,
  params: Parameters,
  parse: (text: string) => Result,
): Result | undefined {
  const text = params.getAll(parameter).filter(Boolean).join(',')
  return text === '' ? undefined : attempt(parameter, () => parse(text))
}

/** All fields except system fields, whose keys start with `_`. */
const everything = ({ fields }: LineSource): Named[] =>
  fields.flatMap((field) =>
    field.key.startsWith('_') ? [] : [{ name: field.key, expression: { is: 'field', field } as const }],
  )

function windowOf(params: Parameters, { isGrouped, isExport }: { isGrouped: boolean; isExport: boolean }) {
  const number = (parameter: string, text: string | null): number | undefined => {
    if (!text) return undefined
    if (!/^-?\d{1,9}$/.test(text.trim())) {
      throw refused(parameter, {
        en: `"${excerptOf(text)}" is not a whole number`,
        fr: `"${excerptOf(text)}" n'est pas un nombre entier`,
      })
    }
    return Number(text)
  }
  const { defaultLimit, maxLimit, maxWindow, maxGroups } = limits.ods
  const limit = number('limit', params.get('limit') ?? params.get('rows'))
  const offset = number('offset', params.get('offset')) ?? 0
  if (isExport) {
    if (params.has('offset'))
      throw refused('offset', { en: 'an export has no offset', fr: "un export n'a pas de décalage" })
    const most = isGrouped ? maxGroups : Number.MAX_SAFE_INTEGER
    return { limit: limit === undefined || limit < 0 ? most : Math.min(limit, most), offset: 0 }
  }
  const max = isGrouped ? maxGroups : maxLimit
  if ((limit ?? 0) > max) throw problem('ods-limit-too-large', { max })
  const effectiveLimit = limit === undefined ? defaultLimit : limit < 0 ? maxLimit : limit
  if (offset < 0 || offset + effectiveLimit > (isGrouped ? maxGroups : maxWindow)) {
    const max = isGrouped ? maxGroups : maxWindow
    throw refused('offset', {
      en: `offset + limit should be less than ${max}`,
      fr: `offset + limit doit être inférieur à ${max}`,
    })
  }
  return { limit: effectiveLimit, offset }
}

/** `field:value`, several after commas; of a date, a year, a month or a day. */
function refinements(text: string, scope: Scope): Condition[] {
  return text.split(/,(?=[\p{L}_][\p{L}\p{N}_]*:)/u).map((refinement): Condition => {
    const [, key = '', value = ''] = /^\s*([^:]+):(.*)$/s.exec(refinement) ?? []
    if (!key || value === '') throw new SyntaxFault('field:value is expected')
    const field = fieldNamed(key.trim(), scope)
    const plain = value.trim().replace(/^["'](.*)["']$/s, '$1')
    const period = field.format === 'date' || field.format === 'date-time' ? daysOf(plain) : undefined
    const compared = (comparison: Comparison, value: string): Condition => ({
      is: 'filter',
      filter: {
        key: field.key,
        not: false,
        test: checkedTest(field, { comparison, value, parameter: 'refine' }, scope),
      },
    })
    if (!period) return compared('eq', plain)
    return { is: 'all', of: [compared('gte', period[0]), compared('lte', period[1])] }
  })
}

/** First and last day of a year, a month or a day. */
function daysOf(text: string): readonly [string, string] | undefined {
  const [, year, month, day] = /^(\d{4})(?:[/-](\d{1,2})(?:[/-](\d{1,2}))?)?$/.exec(text) ?? []
  if (!year) return undefined
  const two = (number: string): string => number.padStart(2, '0')
  if (!month) return [`${year}-01-01`, `${year}-12-31`]
  if (day) return [`${year}-${two(month)}-${two(day)}`, `${year}-${two(month)}-${two(day)}`]
  const last = new Date(Date.UTC(Number(year), Number(month), 0)).getUTCDate()
  return [`${year}-${two(month)}-01`, `${year}-${two(month)}-${two(String(last))}`]
}
