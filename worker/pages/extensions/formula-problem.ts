/** Why a formula has no value, in the words of the page. Pure. */
import type { Dataset } from '../../datasets'
import type { ExtensionPreview } from '../../datasets/extensions'
import { isErrorField } from '../../schema/calculated'
import { nameOf } from '../../schema/field'
import { foldAccents } from '../../schema/fold-accents'
import { nearWord } from '../catalogue/near-words'
import { printedText } from '../problem-text'
import type { View } from '../view'
import { type FormulaColumn, formOfFunction, isCalled, titledColumn } from './formula-words'

/** The columns that a formula can name. */
export const formulaColumns = ({ published }: Dataset): FormulaColumn[] =>
  published.schema.flatMap((field) =>
    field['x-calculated'] || isErrorField(field) ? [] : [{ key: field.key, title: nameOf(field) }],
  )

/** The first reason why rows of a preview have no value; undefined when all have one. */
export function formulaProblem(
  { say, language }: Pick<View, 'say' | 'language'>,
  { lines }: Pick<ExtensionPreview, 'lines'>,
  { columns, formula }: { columns: readonly FormulaColumn[]; formula: string },
): string | undefined {
  const at = lines.findIndex(({ failure }) => failure)
  const failure = lines[at]?.failure
  if (!failure) return undefined
  const name = /^undefined variable: (.+)$/.exec(failure.en)?.[1]
  const titled = name === undefined ? undefined : titledColumn(formula, columns)
  if (titled) return say('formulaTitle', titled)
  if (name !== undefined && isCalled(name, formula)) {
    const form = formOfFunction(name)
    return form === undefined ? say('formulaFunctionUnknown', { name }) : say('formulaFunctionForm', { name, form })
  }
  if (name !== undefined) {
    const near = nearestKey(
      name,
      columns.map(({ key }) => key),
    )
    return near === undefined ? say('formulaColumnUnknown', { name }) : say('formulaColumnNear', { name, key: near })
  }
  const reason = printedText(failure[language], language)
  const isOfAll = lines.every((line) => line.failure?.en === failure.en)
  return isOfAll ? say('formulaFails', { reason }) : say('formulaFailsAt', { row: at + 1, reason })
}

/** The key that resembles a name: one that has it or that it has, else one with a few other letters. */
function nearestKey(name: string, keys: readonly string[]): string | undefined {
  const plain = (text: string) => foldAccents(text).replace(/[^a-z0-9]+/g, '')
  const sought = plain(name)
  const alike = keys.filter((key) => sought.length >= minLetters && plain(key).length >= minLetters)
  return (
    keys.find((key) => plain(key) === sought) ??
    alike.find((key) => plain(key).startsWith(sought) || sought.startsWith(plain(key))) ??
    alike.find((key) => plain(key).includes(sought)) ??
    keys.find((key) => plain(key) === nearWord(sought, keys.map(plain)))
  )
}

/** Shorter names are parts of too many others. */
const minLetters = 3
