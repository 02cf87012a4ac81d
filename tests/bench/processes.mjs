// Started processes, their children and their memory (Linux: read from /proc).
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'

const KB = 1_024

/** The pid of the process named `name` that a process started, at any depth. */
export function descendant(pid, name) {
  const processes = readdirSync('/proc').flatMap((entry) => {
    if (!/^\d+$/.test(entry)) return []
    try {
      // pid (name) state parent …; the name may hold spaces and parentheses.
      const stat = readFileSync(`/proc/${entry}/stat`, 'utf8')
      const end = stat.lastIndexOf(')')
      const parent = Number(stat.slice(end + 2).split(' ')[1])
      return [{ pid: Number(entry), name: stat.slice(stat.indexOf('(') + 1, end), parent }]
    } catch {
      // It ended meanwhile.
      return []
    }
  })
  const under = new Set([pid])
  // Children may be listed before their parents.
  for (let size = 0; size < under.size; ) {
    size = under.size
    for (const process of processes) if (under.has(process.parent)) under.add(process.pid)
  }
  return processes.find((process) => under.has(process.pid) && process.name === name)?.pid
}

/** Bytes of memory that a process has now. */
export const memoryOf = (pid) => statusOf(pid, 'VmRSS')

/** Forgets the peak of a process: what `peakOf` says is from now on. */
export function resetPeak(pid) {
  writeFileSync(`/proc/${pid}/clear_refs`, '5')
}

/** Bytes of memory that a process had at most since `resetPeak`. */
export const peakOf = (pid) => statusOf(pid, 'VmHWM')

function statusOf(pid, name) {
  const found = new RegExp(`^${name}:\\s+(\\d+) kB`, 'm').exec(readFileSync(`/proc/${pid}/status`, 'utf8'))
  if (!found) throw new Error(`/proc/${pid}/status has no ${name}`)
  return Number(found[1]) * KB
}
