/**
 * The digits of numbers: the shortest decimal that is the same double, in the notation of JSON.stringify. SQLite writes doubles
 * of more than 15 digits with 17, and exponents from 1e-5 down. Such numbers are marked in its texts, and written in TypeScript.
 */

/** Around a number that SQLite writes otherwise. JSON escapes this character, and CSV is written without it (`withoutNul`). */
const mark = '\0'

/** The shortest texts of SQLite that may have more digits than the shortest decimal. */
const minLongChars = 17
/** SQLite writes the exponents of smaller and of greater numbers. */
const [minPlain, maxPlain] = ['1e-4', '1e15']

/** The text of a stored number inside of a longer text; `writeMarkedNumbers` completes it. */
export const markedNumberSql = (sql: string): string =>
  `CASE WHEN typeof(${sql})<>'real' OR length(${sql})<${minLongChars} AND abs(${sql}) BETWEEN ${minPlain} AND ${maxPlain} THEN ${sql} ` +
  `ELSE char(0)||${sql}||char(0) END`

const marked = new RegExp(`${mark}(-?\\d+(?:\\.\\d+)?(?:e[+-]\\d+)?)${mark}`, 'g')

/** Writes the marked numbers of a text. */
export function writeMarkedNumbers(text: string): string {
  return text.includes(mark) ? text.replace(marked, (_, digits: string) => String(Number(digits))) : text
}

/** The text of a stored number as a value of its own, without a mark: a coordinate. */
export const shortestNumberSql = (sql: string): string => {
  const short = `format('%!.16g',${sql})`
  return (
    `CASE WHEN ${sql}=CAST(${sql} AS INTEGER) THEN CAST(${sql} AS INTEGER) ` +
    `WHEN abs(${sql})<${minPlain} THEN rtrim(format('%.20f',${sql}),'0') ` +
    `WHEN length(${sql})>=${minLongChars} AND CAST(${short} AS REAL)=${sql} THEN ${short} ELSE ${sql} END`
  )
}
