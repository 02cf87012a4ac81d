/** The functions of formulas with an example of each, and how what spreadsheets write is written here. Pure. */

import { foldAccents } from '../../schema/fold-accents'

export type FormulaColumn = { key: string; title: string }

/** Examples of functions with their results, by subject. */
export const functionExamples = {
  texts: [
    ['CONCAT("Rue", " ", "Haute")', 'Rue Haute'],
    ['"Rue" || " Haute"', 'Rue Haute'],
    ['UPPER("été")', 'ÉTÉ'],
    ['LOWER("Été")', 'été'],
    ['TITLE("jean martin")', 'Jean Martin'],
    ['SUBSTRING("22110", 0, 2)', '22'],
    ['REPLACE("a-b", "-", " ")', 'a b'],
    ['EXTRACT("12 m2", "", " m2")', '12'],
    ['PAD_LEFT("7", 3, "0")', '007'],
    ['JOIN(SPLIT("a,b", ","), " + ")', 'a + b'],
    ['LENGTH("abc")', '3'],
    ['STRPOS("abc", "c")', '2'],
    ['SLUG("Fête à Dinan")', 'fete-a-dinan'],
  ],
  numbers: [
    ['7 * 1.2 - 1', '7.4'],
    ['7 % 4', '3'],
    ['SUM(1, 2, 3)', '6'],
    ['AVG(1, 2, 6)', '3'],
    ['MIN(4, 9)', '4'],
    ['MAX(4, 9)', '9'],
    ['ROUND(2.6)', '3'],
    ['ROUND(2.346, 2)', '2.35'],
    ['FLOOR(2.9)', '2'],
    ['CEIL(2.1)', '3'],
    ['ABS(-2)', '2'],
    ['SQRT(9)', '3'],
    ['POW(2, 3)', '8'],
  ],
  conditions: [
    ['IF(5 > 3, "yes", "no")', 'yes'],
    ['5 > 3 and not (2 == 3)', 'true'],
    ['5 != 3 or 2 == 3', 'true'],
    ['"a" in ["a", "b"]', 'true'],
    ['DEFINED(null)', 'false'],
    ['TRUTHY("oui")', 'true'],
  ],
  dates: [
    ['YEAR("2026-01-31")', '2026'],
    ['MONTH("2026-01-31")', '1'],
    ['DAY("2026-01-31")', '31'],
    ['DAYS("2026-01-31", "2026-01-01")', '30'],
    ['TRANSFORM_DATE("31/01/2026", "DD/MM/YYYY", "YYYY-MM-DD")', '2026-01-31'],
  ],
} as const

/** How functions of spreadsheets, in English and French, are written in a formula. */
const spreadsheetFunctions: ReadonlyMap<string, string> = new Map([
  ['SI', 'IF(test, a, b)'],
  ['ET', 'a and b'],
  ['AND', 'a and b'],
  ['OU', 'a or b'],
  ['OR', 'a or b'],
  ['NON', 'not a'],
  ['NOT', 'not a'],
  ['SOMME', 'SUM(a, b)'],
  ['MOYENNE', 'AVG(a, b)'],
  ['ARRONDI', 'ROUND(a, 2)'],
  ['ENT', 'FLOOR(a)'],
  ['INT', 'FLOOR(a)'],
  ['RACINE', 'SQRT(a)'],
  ['PUISSANCE', 'POW(a, 2)'],
  ['POWER', 'POW(a, 2)'],
  ['MOD', 'a % b'],
  ['CONCATENER', 'CONCAT(a, b)'],
  ['MAJUSCULE', 'UPPER(a)'],
  ['MINUSCULE', 'LOWER(a)'],
  ['NOMPROPRE', 'TITLE(a)'],
  ['PROPER', 'TITLE(a)'],
  ['GAUCHE', 'SUBSTRING(a, 0, 2)'],
  ['LEFT', 'SUBSTRING(a, 0, 2)'],
  ['DROITE', 'SUBSTRING(a, -2)'],
  ['RIGHT', 'SUBSTRING(a, -2)'],
  ['STXT', 'SUBSTRING(a, 0, 2)'],
  ['MID', 'SUBSTRING(a, 0, 2)'],
  ['SUBSTITUE', 'REPLACE(a, "x", "y")'],
  ['SUBSTITUTE', 'REPLACE(a, "x", "y")'],
  ['SUPPRESPACE', 'TRIM(a)'],
  ['NBCAR', 'LENGTH(a)'],
  ['LEN', 'LENGTH(a)'],
  ['CHERCHE', 'STRPOS(a, "x")'],
  ['TROUVE', 'STRPOS(a, "x")'],
  ['SEARCH', 'STRPOS(a, "x")'],
  ['FIND', 'STRPOS(a, "x")'],
  ['ANNEE', 'YEAR(a)'],
  ['MOIS', 'MONTH(a)'],
  ['JOUR', 'DAY(a)'],
  ['JOURS', 'DAYS(b, a)'],
  ['DATEDIF', 'DAYS(b, a)'],
  ['ESTVIDE', 'not DEFINED(a)'],
  ['ISBLANK', 'not DEFINED(a)'],
])

/** How a function of spreadsheets is written in a formula; undefined for other names. */
export const formOfFunction = (name: string): string | undefined => spreadsheetFunctions.get(name.toUpperCase())

/** Whether a formula calls a name as a function. */
export function isCalled(name: string, formula: string): boolean {
  const escaped = name.replaceAll('$', '\\$')
  return new RegExp(`(?<![\\p{L}\\p{N}_$.])${escaped}\\s*\\(`, 'u').test(withoutTexts(formula))
}

/** Right notations that the messages about notations of spreadsheets quote. */
export const formulaNotation = { example: 'a || " " || b', call: 'CONCAT(a, " ", b)', sign: '!=' }

/** The notation of spreadsheets that keeps a formula from being read, by the reason of the refusal. */
export function spreadsheetNotation(reason: string, formula: string) {
  if (/^unknown character "&"/.test(reason)) return 'formulaAmpersand'
  if (/^unexpected ";"/.test(reason)) return 'formulaSemicolon'
  if (/^unexpected "="/.test(reason) && formula.trimStart().startsWith('=')) return 'formulaEqualsSign'
  if (/^unexpected ">"/.test(reason) && withoutTexts(formula).includes('<>')) return 'formulaUnequal'
  return undefined
}

/** A number with a decimal comma in a formula that this comma keeps from being read. */
export function decimalComma(reason: string, formula: string): string | undefined {
  if (!/^unexpected ","/.test(reason)) return undefined
  return /(?<![\p{L}\p{N}_$.])\d+,\d+(?![\p{N}.])/u.exec(withoutTexts(formula))?.[0]
}

/** A column that a formula names by its title instead of its key; the longest title of those that it has. */
export function titledColumn(formula: string, columns: readonly FormulaColumn[]): FormulaColumn | undefined {
  const written = foldAccents(withoutTexts(formula))
  const keys = new Set(columns.map(({ key }) => key))
  const found = columns.filter(({ title }) => {
    const sought = foldAccents(title.trim())
    return /\p{L}/u.test(sought) && !keys.has(sought) && isWordIn(sought, written)
  })
  return found.toSorted((one, other) => other.title.length - one.title.length)[0]
}

/** Whether a text has a name, with no letters beside it, that is no function. */
function isWordIn(name: string, text: string): boolean {
  const escaped = name.replace(/[\\^$.*+?()[\]{}|/-]/g, '\\$&')
  return new RegExp(`(?<![\\p{L}\\p{N}_$.])${escaped}(?![\\p{L}\\p{N}_$]|\\s*\\()`, 'u').test(text)
}

const withoutTexts = (formula: string): string => formula.replace(/"(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*'/gs, '""')
