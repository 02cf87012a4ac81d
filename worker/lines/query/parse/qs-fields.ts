/** The fields that a query `qs` names. */
import { problem } from '../../../errors'
import { capable } from '../../../schema/capabilities'
import { excerptOf } from '../../../schema/cut-text'
import type { Field } from '../../../schema/field'
import { filterRefused, isSearched, systemKeys } from '../capability-errors'

export const parameter = 'qs'

/** The subfields that a query may name, as in Elasticsearch: `name.text`, `name.wildcard` and so on. */
type View = 'value' | 'text' | 'text_standard' | 'keyword_insensitive' | 'wildcard'
const viewForm = /^(.+)\.(text|text_standard|keyword_insensitive|wildcard)$/s

export const unknown = (field: string) => problem('field-unknown', { parameter, field: excerptOf(field) })

/** The field of a name: a field with this key comes before a subfield. */
export function queriedField(name: string, fields: readonly Field[]): { field: Field; view: View } {
  const named = (key: string): Field | undefined => fields.find((field) => field.key === key)
  const exact = named(name)
  if (systemKeys.has(name) && name !== '_score') {
    return { field: { key: name, type: name === '_id' ? 'string' : 'integer' }, view: 'value' }
  }
  if (exact) {
    if (!capable(exact, 'index')) throw filterRefused(exact, parameter, 'index')
    return { field: exact, view: 'value' }
  }
  const [, key = '', view] = viewForm.exec(name) ?? []
  const field = named(key)
  switch (view) {
    case 'text':
    case 'text_standard':
      if (!field) break
      if (!isSearched(field) || (isText(field) && !capable(field, view === 'text' ? 'text' : 'textStandard'))) {
        throw filterRefused(field, parameter, view === 'text' ? 'text' : 'textStandard')
      }
      return { field, view }
    case 'keyword_insensitive':
      if (!field) break
      if (!capable(field, 'insensitive')) throw filterRefused(field, parameter, 'insensitive')
      return { field, view }
    case 'wildcard':
      if (!field) break
      if (!capable(field, 'wildcard')) throw filterRefused(field, parameter, 'wildcard')
      return { field, view }
  }
  throw unknown(name)
}

export const isText = (field: Field): boolean =>
  field.type === 'string' && field.format !== 'date' && field.format !== 'date-time'
