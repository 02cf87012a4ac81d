/** The functions of formulas with an example of each, and how what spreadsheets write is written here. Pure. */

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
    ['length("abc")', '3'],
    ['STRPOS("abc", "c")', '2'],
    ['SLUG("Fête à Dinan")', 'fete-a-dinan'],
  ],
  numbers: [
    ['7 * 1.2 - 1', '7.4'],
    ['7 % 4', '3'],
    ['SUM(1, 2, 3)', '6'],
    ['AVG(1, 2, 6)', '3'],
    ['min(4, 9)', '4'],
    ['max(4, 9)', '9'],
    ['round(2.6)', '3'],
    ['roundTo(2.346, 2)', '2.35'],
    ['floor(2.9)', '2'],
    ['ceil(2.1)', '3'],
    ['abs(-2)', '2'],
    ['sqrt(9)', '3'],
    ['pow(2, 3)', '8'],
  ],
  conditions: [
    ['if(5 > 3, "yes", "no")', 'yes'],
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
  ['SI', 'if(test, a, b)'],
  ['ET', 'a and b'],
  ['AND', 'a and b'],
  ['OU', 'a or b'],
  ['OR', 'a or b'],
  ['NON', 'not a'],
  ['NOT', 'not a'],
  ['SOMME', 'SUM(a, b)'],
  ['MOYENNE', 'AVG(a, b)'],
  ['ARRONDI', 'roundTo(a, 2)'],
  ['ENT', 'floor(a)'],
  ['INT', 'floor(a)'],
  ['RACINE', 'sqrt(a)'],
  ['PUISSANCE', 'pow(a, 2)'],
  ['POWER', 'pow(a, 2)'],
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
  ['NBCAR', 'length(a)'],
  ['LEN', 'length(a)'],
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

const withoutTexts = (formula: string): string => formula.replace(/"(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*'/gs, '""')
