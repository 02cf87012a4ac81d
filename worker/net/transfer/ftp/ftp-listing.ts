/** Listings of FTP servers: facts (RFC 3659) and the formats of `ls` and of DOS. Pure. */

import { DAY_MS } from '../../../limits/units'
import { fullYear } from '../../../schema/dates/detected-dates'
import type { RemoteEntry } from '../remote'
import { childPath } from '../remote-path'

/** The entries of an answer to MLSD, one line each. */
export function parseFacts(listing: string, folder: string): RemoteEntry[] {
  return linesOf(listing).flatMap((line) => {
    const entry = parseFactsLine(line)
    return entry ? [{ ...entry, path: childPath(folder, entry.name) }] : []
  })
}

/** One line of MLSD or MLST: `type=file;size=1;modify=20260102030405; name`. */
export function parseFactsLine(line: string): Omit<RemoteEntry, 'path'> | undefined {
  const at = line.indexOf(' ')
  if (at < 0) return undefined
  const facts = new Map(
    line
      .slice(0, at)
      .split(';')
      .map((fact): [string, string] => {
        const [name = '', ...value] = fact.split('=')
        return [name.toLowerCase(), value.join('=')]
      }),
  )
  const type = entryType(facts.get('type')?.toLowerCase() ?? '')
  const size = facts.get('size')
  return type && { name: line.slice(at + 1), type, size: numberOf(size), modifiedAt: timeOf(facts.get('modify') ?? '') }
}

/** Links are listed as files: reading one tells whether it is. */
function entryType(type: string): RemoteEntry['type'] | undefined {
  if (type === 'file' || /^os\.unix=s(ym)?link/.test(type)) return 'file'
  return type === 'dir' ? 'folder' : undefined
}

/** `20260102030405`, in UTC, as of MDTM and of the fact `modify`. */
export function timeOf(text: string): Date | undefined {
  const found = /^(\d{4})(\d\d)(\d\d)(\d\d)(\d\d)(\d\d)/.exec(text)
  if (!found) return undefined
  const [, year, month, day, hour, minute, second] = found.map(Number)
  return dateOf(year, month, day, hour, minute, second)
}

/** The entries of an answer to LIST. @param now the lines of recent files have no year */
export function parseListing(listing: string, folder: string, now: Date): RemoteEntry[] {
  return linesOf(listing).flatMap((line) => {
    const entry = parseUnixLine(line, now) ?? parseDosLine(line)
    if (!entry || entry.name === '.' || entry.name === '..') return []
    return [{ ...entry, path: childPath(folder, entry.name) }]
  })
}

const unixLine =
  /^([-dl])[-rwxsStTlL]{9}[+.@]?\s+\d+\s+\S+\s+(?:\S+\s+)?(\d+)\s+([A-Za-z]{3})\s+(\d{1,2})\s+(?:(\d{4})|(\d{1,2}):(\d{2}))\s(.+)$/
const months = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec']

function parseUnixLine(line: string, now: Date): Omit<RemoteEntry, 'path'> | undefined {
  const found = unixLine.exec(line)
  if (!found) return undefined
  const [, kind, size, monthName = '', day, year, hour, minute, name = ''] = found
  const month = months.indexOf(monthName.toLowerCase()) + 1
  const recent = dateOf(now.getUTCFullYear(), month, Number(day), Number(hour), Number(minute), 0)
  // Without a year it is the last such day; a day is left for the time zone of the server.
  const isNextYear = recent !== undefined && recent.getTime() > now.getTime() + DAY_MS
  const of = year === undefined ? now.getUTCFullYear() - (isNextYear ? 1 : 0) : Number(year)
  return {
    name: kind === 'l' ? (name.split(' -> ')[0] ?? name) : name,
    type: kind === 'd' ? 'folder' : 'file',
    size: kind === '-' ? numberOf(size) : undefined,
    modifiedAt: dateOf(of, month, Number(day), Number(hour ?? 0), Number(minute ?? 0), 0),
  }
}

// Each run of spaces has one place to be: a server may send millions of them.
const dosLine = /^(\d\d)-(\d\d)-(\d{2}|\d{4})\s+(\d{1,2}):(\d\d)(?:\s*([AP]M))?\s+(<DIR>|\d+)\s+(\S.*)$/i

function parseDosLine(line: string): Omit<RemoteEntry, 'path'> | undefined {
  const found = dosLine.exec(line)
  if (!found) return undefined
  const [, month, day, year = '', hours, minute, half, size, name = ''] = found
  const hour = half ? (Number(hours) % 12) + (half.toUpperCase() === 'PM' ? 12 : 0) : Number(hours)
  const of = year.length === 4 ? Number(year) : fullYear(Number(year))
  return {
    name,
    type: size?.toUpperCase() === '<DIR>' ? 'folder' : 'file',
    size: numberOf(size),
    modifiedAt: dateOf(of, Number(month), Number(day), hour, Number(minute), 0),
  }
}

const linesOf = (listing: string) => listing.split(/\r?\n/).filter(Boolean)

const numberOf = (text: string | undefined) => (text !== undefined && /^\d+$/.test(text) ? Number(text) : undefined)

/** @param month 1 to 12 */
function dateOf(year = 0, month = 0, day = 0, hour = 0, minute = 0, second = 0): Date | undefined {
  const time = Date.UTC(year, month - 1, day, hour, minute, second)
  return month < 1 || month > 12 || Number.isNaN(time) ? undefined : new Date(time)
}
