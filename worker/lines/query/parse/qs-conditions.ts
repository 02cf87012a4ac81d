import { problem } from '../../../errors'
import { limits } from '../../../limits'
import { capable } from '../../../schema/capabilities'
import { excerptOf } from '../../../schema/cut-text'
import type { Field } from '../../../schema/field'
import { isStopWord } from '../../search/stop-words'
import { tokens } from '../../search/tokens'
import type { Condition, Filter, Test } from '../request'
import { comparisonTest, patternTest, valuesTest } from './filters'
import { parseQuery, type QueryBound, type QueryNode, type QueryValue, termsTooMany, unescaped } from './qs'
import { isText, parameter, queriedField, unknown } from './qs-fields'
import { joinLists, termCount, wildcardForm } from './qs-lists'

const everything: Condition = { is: 'all', of: [] }
const nothing: Condition = { is: 'any', of: [] }
const prefixForm = /^((?:\\.|[^\\*?])+)\*$/su

/**
 * Reads the query `qs` as a condition.
 *
 * @param scope.among the fields that terms without field search; all when absent
 * @param scope.now the time of the request, for date math
 * @throws Problem 400 naming `qs` or the field
 */
export function conditionOfQuery(text: string, scope: Scope): Condition {
  const { maxQueryChars } = limits.search
  if (text.length > maxQueryChars) {
    throw problem('parameter-invalid', {
      parameter,
      reason: { en: `more than ${maxQueryChars} characters.`, fr: `plus de ${maxQueryChars} caractères.` },
    })
  }
  const query = joinLists(parseQuery(text), scope.fields)
  const { maxConditions } = limits.lines
  if (termCount(query) > maxConditions)
    throw problem('query-malformed', { reason: termsTooMany(maxConditions), query: excerptOf(text) })
  return compile(query, scope) ?? nothing
}

type Scope = {
  fields: readonly Field[]
  among?: readonly string[] | undefined
  now?: Date | undefined
}

/** Undefined when the query has stop words only. */
function compile(node: QueryNode, scope: Scope): Condition | undefined {
  if (node.is === 'leaf')
    return node.field === undefined ? anywhere(node.value, scope) : within(node.field, node.value, scope)
  if (node.is === 'list') {
    const { field } = queriedField(node.field, scope.fields)
    return onField(field.key, valuesTest(field, parameter, node.texts))
  }
  if (node.is === 'not') {
    const of = compile(node.of, scope)
    return of && { is: 'not', of }
  }
  const of = node.of.flatMap((part) => compile(part, scope) ?? [])
  return of.length > 1 ? { is: node.is, of } : of[0]
}

/** A term without field: words in any searchable column, or a pattern of any text. */
function anywhere(value: QueryValue, { fields, among }: Scope): Condition | undefined {
  if (value.is === 'range')
    throw problem('query-malformed', {
      reason: { en: 'a range needs a field.', fr: 'un intervalle demande une colonne.' },
      query: '[… TO …]',
    })
  if (value.is === 'word' && value.text === '*') return everything
  const isPattern = value.is === 'word' && wildcardForm.test(value.text) && !prefixForm.test(value.text)
  if (!isPattern) return wordsCondition(value, among)
  const texts = fields.filter(
    (field) =>
      isText(field) && !field['x-calculated'] && capable(field, 'index') && (!among || among.includes(field.key)),
  )
  const test = patternTest(parameter, value.text)
  return { is: 'any', of: texts.map(({ key }) => onField(key, test)) }
}

function within(name: string, value: QueryValue, { fields, now }: Scope): Condition | undefined {
  if (name === '_exists_') {
    if (value.is === 'range') throw unknown(name)
    const { field } = queriedField(value.is === 'word' ? unescaped(value.text) : value.text, fields)
    return onField(field.key, { op: 'exists' })
  }
  if (name === '*' && value.is === 'word' && value.text === '*') return everything
  const { field, view } = queriedField(name, fields)
  switch (view) {
    case 'value':
      return onField(field.key, valueTest(field, value, now))
    case 'text':
      return wordsCondition(value, [field.key])
    case 'text_standard':
      // Text fields have no `text_standard` subfield: nothing matches.
      return isText(field) ? nothing : wordsCondition(value, [field.key])
    case 'keyword_insensitive':
      return { is: 'filter', filter: filterOf(field.key, valueTest(field, value, now)), folded: true }
    case 'wildcard':
      return onField(field.key, valueTest(field, value, now))
  }
}

const filterOf = (key: string, test: Test): Filter => ({ key, not: false, test })
const onField = (key: string, test: Test): Condition => ({ is: 'filter', filter: filterOf(key, test) })

/** The test of a stored value: equality, prefix, pattern or range. */
function valueTest(field: Field, value: QueryValue, now: Date | undefined): Test {
  if (value.is === 'phrase') return comparisonTest(field, 'eq', { parameter, value: value.text, now })
  if (value.is === 'range') return rangeTest(field, value, now)
  if (value.text === '*') return { op: 'exists' }
  if (!wildcardForm.test(value.text))
    return comparisonTest(field, 'eq', { parameter, value: unescaped(value.text), now })
  if (field.type !== 'string') {
    throw problem('parameter-invalid', {
      parameter,
      reason: {
        en: `"${field.key}" is not a text: no * or ? applies to it.`,
        fr: `"${field.key}" n'est pas un texte : ni * ni ? ne s'y appliquent.`,
      },
    })
  }
  const start = prefixForm.exec(value.text)?.[1]
  return start === undefined ? patternTest(parameter, value.text) : { op: 'starts', text: unescaped(start) }
}

function rangeTest(field: Field, { from, to }: { from?: QueryBound; to?: QueryBound }, now: Date | undefined): Test {
  const tests: Test[] = []
  if (from) tests.push(comparisonTest(field, from.included ? 'gte' : 'gt', { parameter, value: from.text, now }))
  if (to) tests.push(comparisonTest(field, to.included ? 'lte' : 'lt', { parameter, value: to.text, now }))
  const [first, second] = tests
  if (!first) return { op: 'exists' }
  return second ? { op: 'both', of: [first, second] } : first
}

/** Words in the search index. Operators of the search syntax are replaced by spaces. */
function wordsCondition(value: QueryValue, among: readonly string[] | undefined): Condition | undefined {
  if (value.is === 'range')
    throw problem('query-malformed', {
      reason: { en: 'words have no range.', fr: "des mots n'ont pas d'intervalle." },
      query: '[… TO …]',
    })
  const start = value.is === 'word' ? prefixForm.exec(value.text)?.[1] : undefined
  const written = value.is === 'word' ? unescaped(start ?? value.text) : value.text
  const plain = written
    .replace(/[+|"()~*]/g, ' ')
    .replace(/(^|\s)-+/g, '$1')
    .trim()
  const words = tokens(plain)
  if (value.is === 'word' && start === undefined && words.length > 0 && words.every(isStopWord)) return undefined
  if (words.length === 0) return nothing
  const { fuzzy = 0 } = value
  const slop = fuzzy > 0 ? `~${fuzzy}` : ''
  const text = value.is === 'phrase' ? `"${plain}"${slop}` : `${plain}${start === undefined ? '' : '*'}`
  const isFuzzy = value.is === 'word' && start === undefined && fuzzy > 0
  const search = { parameter, text, mode: 'simple' as const, ranked: false, ...(isFuzzy ? { fuzzy: true } : {}) }
  return { is: 'search', search: among ? { ...search, fields: among } : search }
}
