/** Why a formula has no value, in the words of the page. */
import { expect, test } from 'vitest'
import { formulaProblem } from '../../../worker/pages/extensions/formula-problem'
import {
  decimalComma,
  functionExamples,
  spreadsheetNotation,
  titledColumn,
} from '../../../worker/pages/extensions/formula-words'
import { fromSpreadsheet } from '../../../worker/pages/extensions/spreadsheet-formula'
import { say } from '../../../worker/pages/messages'
import { compile, expressionFault } from '../../../worker/schema/expression'

const columns = [
  { key: 'montant_ht', title: 'Montant HT (€)' },
  { key: 'nom', title: 'Nom' },
  { key: 'date_vote', title: 'Date du vote' },
  { key: 'annee', title: 'annee' },
]
const unknown = (name: string) => ({
  en: `undefined variable: ${name}`,
  fr: `${name} n'existe pas (undefined variable: ${name})`,
})
const problemOf = (failures: ({ en: string; fr: string } | undefined)[], language: 'en' | 'fr', formula = '') =>
  formulaProblem(
    { language, say: (key, values) => say(language, key, values) },
    { lines: failures.map((failure) => (failure ? { values: {}, failure } : { values: {} })) },
    { columns, formula },
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
    'There is no function “SI”. Write: IF(test, a, b)',
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

test.each([
  ['Montant HT (€) * 2', 'montant_ht'],
  ['montant ht (€) * 2', 'montant_ht'],
  ['YEAR(date du vote) + 1', 'date_vote'],
  ['"Date du vote" || nom', undefined],
  ['ma Date du voter', undefined],
  ['NOM || "x"', undefined],
])('the column that %s names by its title: %s', (formula, key) => {
  expect(titledColumn(formula, columns)?.key).toBe(key)
})

test('a title of several words is answered with the key', () => {
  expect(problemOf([unknown('Date')], 'en', 'Date du vote')).toBe(
    'Write date_vote for “Date du vote”: a formula names a column by its key.',
  )
})

test.each([
  ['montant_ht * 1,2', '1,2'],
  ['montant_ht * a1,2', undefined],
  ['"1,2" , 3', undefined],
])('the decimal comma of %s: %s', (formula, number) => {
  expect(decimalComma(expressionFault(formula) ?? '', formula)).toBe(number)
})

test('examples call functions in capital letters', () => {
  const calls = Object.values(functionExamples).flatMap((examples) => examples.map(([call]) => call))
  expect(calls.flatMap((call) => call.replace(/"[^"]*"/g, '').match(/\b[a-z]\w*\(/gi) ?? [])).toSatisfy(
    (names: string[]) => names.length > 20 && names.every((name) => name === name.toUpperCase()),
  )
})

test.each(Object.values(functionExamples).flatMap((examples) => examples.map((one) => [...one])))(
  'the example %s gives %s',
  (formula = '', result = '') => {
    expect(String(compile(formula)(new Map()))).toBe(result)
  },
)

test('a reason of all rows, of one of them, and none', () => {
  const reason = { en: '"a" is not a number', fr: '"a" n\'est pas un nombre' }
  expect(problemOf([reason, reason], 'en')).toBe('The formula has no result: “a” is not a number.')
  expect(problemOf([undefined, reason], 'en')).toBe('The formula has no result in row 2: “a” is not a number.')
  expect(problemOf([undefined], 'en')).toBeUndefined()
})

test.each([
  ['SI(montant_ht>1000;"gros";"petit")', 'IF(montant_ht>1000, "gros", "petit")'],
  ['=si(Nom="";"sans ""nom""";Nom & " !")', 'IF(nom == "", "sans \\"nom\\"", nom || " !")'],
  ['SI(ET(annee>=2000;montant_ht<>1,5);1;0)', 'IF((annee>=2000 and montant_ht != 1.5), 1, 0)'],
  ['ARRONDI(montant_ht*1,2;2)', 'ROUND(montant_ht*1.2, 2)'],
  ['LEFT(nom,2)&MID(nom, annee+1, 3)', 'SUBSTRING(nom, 0, 2) || SUBSTRING(nom, (annee+1) - 1, 3)'],
  ['DROITE(nom;2)', 'SUBSTRING(nom, -2)'],
  ['ANNÉE(date_vote)', 'YEAR(date_vote)'],
  ['Année * 2', 'annee * 2'],
  // Formulas that are incomplete, or name a function or a column that does not exist here.
  ['RECHERCHEV(nom;annee;2)', undefined],
  ['SI(inconnue>1;2;3)', undefined],
  ['SI(annee>1;2', undefined],
  ['MAJUSCULE(nom;2)', undefined],
  ['UPPER(nom)', undefined],
])('the formula of a spreadsheet %s: %s', (formula, written) => {
  expect(fromSpreadsheet(formula, columns)).toBe(written)
})
