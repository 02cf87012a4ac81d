/** Why a formula has no value, in the words of the page. */
import { expect, test } from 'vitest'
import { formulaProblem } from '../../../worker/pages/extensions/formula-problem'
import { functionExamples, spreadsheetNotation } from '../../../worker/pages/extensions/formula-words'
import { say } from '../../../worker/pages/messages'
import { compile, expressionFault } from '../../../worker/schema/expression'

const keys = ['montant_ht', 'nom', 'date_vote', 'annee']
const unknown = (name: string) => ({
  en: `undefined variable: ${name}`,
  fr: `${name} n'existe pas (undefined variable: ${name})`,
})
const problemOf = (failures: ({ en: string; fr: string } | undefined)[], language: 'en' | 'fr', formula = '') =>
  formulaProblem(
    { language, say: (key, values) => say(language, key, values) },
    { lines: failures.map((failure) => (failure ? { values: {}, failure } : { values: {} })) },
    { keys, formula },
  )

test.each([
  ['montant', 'montant_ht'],
  ['Nom', 'nom'],
  ['dateVote', 'date_vote'],
  ['date_votte', 'date_vote'],
  ['année', 'annee'],
])('the key near %s is %s', (name, key) => {
  expect(problemOf([unknown(name)], 'en')).toBe(`There is no column “${name}”. Did you mean ${key}?`)
})

test('a name without a key near it, in the language of the reader', () => {
  expect(problemOf([unknown('xyz')], 'fr')).toMatch(/^La colonne «.xyz.» n’existe pas\.$/)
})

test('a function that does not exist is no column: the right form is named', () => {
  expect(problemOf([unknown('SI')], 'en', 'SI (annee > 2000, 1, 2)')).toBe(
    'There is no function “SI”. Write: if(test, a, b)',
  )
  expect(problemOf([unknown('gauche')], 'en', 'gauche(nom)')).toContain('Write: SUBSTRING(a, 0, 2)')
  expect(problemOf([unknown('xyz')], 'en', 'xyz(nom)')).toContain('There is no function “xyz”.')
  expect(problemOf([unknown('nomm')], 'en', '"nomm(" || nomm')).toContain('Did you mean nom?')
})

test.each([
  ['nom & annee', 'formulaAmpersand'],
  ['if(annee > 1; 2; 3)', 'formulaSemicolon'],
  ['= annee * 2', 'formulaEqualsSign'],
  ['annee <> 2', 'formulaUnequal'],
  ['annee >> 2', undefined],
  ['annee *', undefined],
])('the notation of spreadsheets in %s: %s', (formula, key) => {
  expect(spreadsheetNotation(expressionFault(formula) ?? '', formula)).toBe(key)
})

test.each(Object.values(functionExamples).flatMap((examples) => examples.map((one) => [...one])))(
  'the example %s gives %s',
  (formula = '', result = '') => {
    expect(String(compile(formula)(new Map()))).toBe(result)
  },
)

test('a reason of all rows, of one of them, and none', () => {
  const reason = { en: '"a" is not a number', fr: '"a" n\'est pas un nombre' }
  expect(problemOf([reason, reason], 'en')).toBe('The formula has no result: "a" is not a number.')
  expect(problemOf([undefined, reason], 'en')).toBe('The formula has no result in row 2: "a" is not a number.')
  expect(problemOf([undefined], 'en')).toBeUndefined()
})
