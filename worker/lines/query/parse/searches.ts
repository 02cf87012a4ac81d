/** The searches of a request, and the parameters that are conditions on fields. */
import { problem } from '../../../errors'
import { limits } from '../../../limits'
import type { ReadableParameters } from '../../../net/parameters'
import { capable } from '../../../schema/capabilities'
import { excerptOf } from '../../../schema/cut-text'
import type { Field } from '../../../schema/field'
import { typedWords } from '../../search/words'
import { filterRefused, isSearched } from '../capability-errors'
import { type Filter, type SearchMode, type SearchRequest, searchModes } from '../request'
import { parseFilter } from './filters'
import { keysOf } from './output-parameters'

/** Parameters that are never column filters. */
const reserved: ReadonlySet<string> = new Set(['q_fields', 'q_mode', 'q_ignored'])

/**
 * The filters on fields and the searches, those of fields included.
 *
 * @param now the time of the request, for date math
 * @throws Problem 400 naming the parameter
 */
export function filtersAndSearches(
  params: ReadableParameters,
  { fields, now }: { fields: readonly Field[]; now?: Date | undefined },
) {
  const filters: Filter[] = []
  const searches: SearchRequest[] = []
  for (const parameter of ['q', '_c_q']) {
    const search = searchOf(params, parameter, fields)
    if (search) searches.push(search)
  }
  for (const [parameter, value] of params) {
    const parsed = reserved.has(parameter) ? undefined : parseFilter(parameter, value, { fields, now })
    if (parsed && 'filter' in parsed) filters.push(parsed.filter)
    if (parsed && 'search' in parsed) searches.push(checkedLength(parsed.search))
  }
  if (filters.length + searches.length > limits.lines.maxConditions) {
    const [parameter = ''] = [...params].at(-1) ?? []
    throw problem('parameter-invalid', {
      parameter,
      reason: {
        en: `more than ${limits.lines.maxConditions} conditions.`,
        fr: `plus de ${limits.lines.maxConditions} conditions.`,
      },
    })
  }
  return { filters, searches }
}

function searchOf(params: ReadableParameters, parameter: string, fields: readonly Field[]): SearchRequest | undefined {
  const among = searchFieldsOf(params.get('q_fields'), fields)
  const text = params.get(parameter)?.trim()
  if (!text) return undefined
  const mode = params.get('q_mode') || 'adapt'
  if (!isMode(mode)) {
    throw problem('parameter-invalid', {
      parameter: 'q_mode',
      reason: {
        en: `accepted values: ${searchModes.join(', ')}.`,
        fr: `valeurs acceptées : ${searchModes.join(', ')}.`,
      },
    })
  }
  const search: SearchRequest = { parameter, text, mode, ranked: parameter === 'q' }
  const ignored = parameter === 'q' ? ignoredWords(params.get('q_ignored'), text) : []
  if (ignored.length > 0) search.ignored = ignored
  return checkedLength(among ? { ...search, fields: among } : search)
}

/** The words of `q_ignored`, as an adaptive search puts them in the link to its next page. */
function ignoredWords(text: string | null, searched: string): string[] {
  const ignored = keysOf(text ?? '')
  const words = typedWords(searched)
  const unknown = ignored.find((word) => !words.includes(word))
  if (unknown !== undefined) {
    const reason = {
      en: `"${excerptOf(unknown)}" is not a word of q.`,
      fr: `"${excerptOf(unknown)}" n'est pas un mot de q.`,
    }
    throw problem('parameter-invalid', { parameter: 'q_ignored', reason })
  }
  if (ignored.length === 0 || words.some((word) => !ignored.includes(word))) return ignored
  throw problem('parameter-invalid', {
    parameter: 'q_ignored',
    reason: { en: 'no word of q would remain.', fr: 'il ne resterait aucun mot de q.' },
  })
}

const isMode = (mode: string): mode is SearchMode => searchModes.some((candidate) => candidate === mode)

function checkedLength(search: SearchRequest): SearchRequest {
  if (search.text.length <= limits.search.maxChars) return search
  const reason = {
    en: `more than ${limits.search.maxChars} characters.`,
    fr: `plus de ${limits.search.maxChars} caractères.`,
  }
  throw problem('parameter-invalid', { parameter: search.parameter, reason })
}

/** The fields of `q_fields`; undefined for all. @throws `field-unknown` and what `filterRefused` gives */
export function searchFieldsOf(text: string | null, fields: readonly Field[]): string[] | undefined {
  const keys = keysOf(text ?? '')
  for (const key of keys) {
    const field = fields.find((candidate) => candidate.key === key)
    if (!field) throw problem('field-unknown', { parameter: 'q_fields', field: key })
    const isSearchable = isSearched(field) || capable(field, 'index') || capable(field, 'wildcard')
    if (!isSearchable) throw filterRefused(field, 'q_fields', 'textStandard')
  }
  return keys.length > 0 ? keys : undefined
}
