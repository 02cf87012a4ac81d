/** The files of a folder that a collector stores: pure. */
import { kindOf } from '../../../formats/kinds/kinds'
import type { ListedFile } from '../plugin'

/** Whether a name matches a pattern: `*` stands for any characters, `?` for one. Upper and lower case are the same. */
export function matchesPattern(pattern: string, name: string): boolean {
  const [p, n] = [pattern.toLowerCase(), name.toLowerCase()]
  let [at, inName] = [0, 0]
  // The last `*`, and the position in the name that it stands for up to: a linear search, whatever the pattern.
  let star: number | undefined
  let starEnd = 0
  while (inName < n.length) {
    if (p[at] === '*') {
      star = at++
      starEnd = inName
    } else if (at < p.length && (p[at] === '?' || p[at] === n[inName])) {
      at++
      inName++
    } else if (star !== undefined) {
      at = star + 1
      inName = ++starEnd
    } else return false
  }
  while (p[at] === '*') at++
  return at === p.length
}

/**
 * The files whose name matches and whose format can be stored, from the oldest to the newest; those of the same date by name.
 *
 * @param pattern all names when absent; hidden files and files that are being written (`.part`) have no known format
 */
export function selectFiles(files: readonly ListedFile[], pattern: string | undefined): ListedFile[] {
  const dateOf = ({ modifiedAt }: ListedFile) => (modifiedAt === undefined ? 0 : Date.parse(modifiedAt))
  return files
    .filter(({ name }) => !name.startsWith('.') && kindOf(name) && matchesPattern(pattern || '*', name))
    .sort((a, b) => dateOf(a) - dateOf(b) || a.name.localeCompare(b.name, 'en', { numeric: true }))
}
