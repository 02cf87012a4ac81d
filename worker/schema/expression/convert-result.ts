import { type CellValue, coercion, type Scalar } from '../coerce'
import { excerptOf } from '../cut-text'
import type { Field } from '../field'
import { ExpressionError } from './tokens'
import { isCallable, textOf, type Value } from './values'

type Typed = Pick<Field, 'type' | 'separator'>

/**
 * Converts the result of an expression to the type of its field: numbers become texts in a string field, integers are
 * rounded; an absent value stays absent.
 *
 * @throws ExpressionError when the type cannot hold the value
 */
export function resultFor(field: Typed, value: Value): Scalar | null {
  if (value === null || value === undefined) return null
  if (Array.isArray(value)) {
    if (!field.separator || value.some((element) => typeof element === 'object'))
      throw new ExpressionError({ en: 'a list is no value', fr: "une liste n'est pas une valeur" })
    return value.map(textOf).join(field.separator).toWellFormed()
  }
  if (typeof value === 'object')
    throw new ExpressionError(
      isCallable(value)
        ? { en: 'a function is no value', fr: "une fonction n'est pas une valeur" }
        : { en: 'an object is no value', fr: "un objet n'est pas une valeur" },
    )
  // SUBSTRING, PAD_LEFT and others count in UTF-16 code units: they may keep half of a surrogate pair.
  if (field.type === 'string') return textOf(value).toWellFormed()
  if (field.type === 'boolean') {
    if (typeof value === 'boolean') return value
    throw new ExpressionError({
      en: `"${excerptOf(textOf(value))}" is not a boolean`,
      fr: `"${excerptOf(textOf(value))}" n'est pas un booléen`,
    })
  }
  if (typeof value === 'number' && !Number.isFinite(value)) {
    throw new ExpressionError(
      Number.isNaN(value)
        ? {
            en: 'zero divided by zero, or a number that does not exist',
            fr: "zéro divisé par zéro, ou un nombre qui n'existe pas",
          }
        : {
            en: 'a division by zero, or a number that is too large',
            fr: 'une division par zéro, ou un nombre trop grand',
          },
    )
  }
  const number = typeof value === 'string' && value.trim() === '' ? Number.NaN : Number(value)
  if (typeof value === 'boolean' || !Number.isFinite(number)) {
    throw new ExpressionError({
      en: `"${excerptOf(textOf(value))}" is not a number`,
      fr: `"${excerptOf(textOf(value))}" n'est pas un nombre`,
    })
  }
  return field.type === 'integer' ? Math.round(number) : number
}

/**
 * Compiles the same for stored values: multi-valued fields have lists, dates are those of their format, and the empty text
 * is absent. The conversion throws ExpressionError when the field cannot hold the value.
 */
export function resultConverter(field: Field): (value: Value) => Scalar | Scalar[] | null {
  const { separator, ...single } = field
  const isDate = field.format === 'date' || field.format === 'date-time'
  const coerce = coercion(field)
  const coerceOne = coercion(single)
  const one = (value: Value): Scalar | null => {
    const result = resultFor(single, value)
    if (result === '' || result === null) return null
    return isDate ? accepted(coerceOne(textOf(result)), result) : result
  }
  if (!separator) return one
  return (value) => {
    if (!Array.isArray(value)) {
      const values = coerce(textOf(value))
      return Array.isArray(values) ? values : accepted(values, value)
    }
    const items = value.flatMap((item) => one(item) ?? [])
    return items.length > 0 ? items : null
  }
}

function accepted(coerced: CellValue, value: Value): Scalar | null {
  if (typeof coerced !== 'object' || coerced === null) return coerced
  throw new ExpressionError({
    en: `"${excerptOf(textOf(value))}" is not of the type of the column`,
    fr: `"${excerptOf(textOf(value))}" n'est pas du type de la colonne`,
  })
}
