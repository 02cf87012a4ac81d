/**
 * Case and accent folding for sorting: `fold(text)` in TypeScript and `foldSql(expression)` for SQLite give the same
 * text. ASCII is lower-cased; the letters below lose their accents; other characters are unchanged.
 */

/** Each is one nested `replace()`, and D1 allows a depth of 100: 75 pairs leave 25 for the rest of the expression. */
const letters: ReadonlyArray<readonly [from: string, to: string]> = [
  ...pairs('éèêëÉÈÊË', 'e'),
  ...pairs('àâäáãåÀÂÄÁÅ', 'a'),
  ...pairs('îïíìÎÏÍ', 'i'),
  ...pairs('ôöóòõÔÖÓ', 'o'),
  ...pairs('ûüùúÛÜÙÚ', 'u'),
  ...pairs('çÇćč', 'c'),
  ...pairs('ñÑńň', 'n'),
  ...pairs('ÿý', 'y'),
  ...pairs('śšŠ', 's'),
  ...pairs('źżžŽ', 'z'),
  ...pairs('øØő', 'o'),
  ...pairs('łŁ', 'l'),
  ...pairs('ąă', 'a'),
  ...pairs('ęě', 'e'),
  ...pairs('ř', 'r'),
  ...pairs('œŒ', 'oe'),
  ...pairs('æÆ', 'ae'),
  ...pairs('ß', 'ss'),
  // Combining accents: acute, grave, circumflex, diaeresis, cedilla.
  ...pairs('\u0301\u0300\u0302\u0308\u0327', ''),
]

function pairs(from: string, to: string): Array<readonly [string, string]> {
  return [...from].map((letter) => [letter, to] as const)
}

/** Number of nested calls of `foldSql`. */
export const foldDepth = letters.length

const table = new Map(letters)

/** The sort key of a text. */
export function fold(text: string): string {
  let folded = ''
  for (const letter of text.replace(/[A-Z]+/g, (upper) => upper.toLowerCase())) folded += table.get(letter) ?? letter
  return folded
}

/** The frequent letters of French texts: when the text is ASCII without them, the other replacements are skipped. */
const frequent = new Set('éèêëàâçîïôûÉ')

/**
 * The same in SQL.
 *
 * @param ascii all values are ASCII: only case is folded
 */
export function foldSql(expression: string, ascii = false): string {
  const lower = `lower(${expression})`
  if (ascii) return lower
  const usual = letters.filter(([from]) => frequent.has(from)).reduce(replaceSql, lower)
  return (
    `CASE WHEN length(${expression})=octet_length(${expression}) THEN ${lower} ` +
    `WHEN ${usual} NOT GLOB '*[^ -~]*' THEN ${usual} ELSE ${letters.reduce(replaceSql, lower)} END`
  )
}

/** Replacements of one step of `foldTestSql`. */
const stepLength = 15

/** The same for nested conditions, in subqueries: depths add up within an expression but not over subqueries. */
export function foldTestSql(expression: string, ascii = false): string {
  if (ascii) return foldSql(expression, true)
  let steps = `SELECT lower(${expression}) AS v`
  for (let at = 0; at < letters.length; at += stepLength) {
    steps = `SELECT ${letters.slice(at, at + stepLength).reduce(replaceSql, 'v')} AS v FROM (${steps} LIMIT 1)`
  }
  return `(${steps} LIMIT 1)`
}

const replaceSql = (sql: string, [from, to]: readonly [string, string]): string => `replace(${sql},'${from}','${to}')`
