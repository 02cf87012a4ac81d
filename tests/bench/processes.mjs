// Started processes, their children and their memory (Linux: read from /proc).
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'

const KB = 1_024
// /proc counts in ticks of 10 ms (USER_HZ, the same on every Linux).
const TICK_MS = 10
/** A process is idle when it spends no more than this in such a time. */
const idleSpentMs = 10
const idleWindowMs = 500

/** The pid of the process named `name` that a process started, at any depth. */
export const descendant = (pid, name) => familyOf(pid).find((process) => process.name === name)?.pid

/** Bytes of memory that a process and all that it started have now. */
export const memoryOfFamily = (pid) => familyOf(pid).reduce((sum, process) => sum + memoryIfRunning(process.pid), 0)

/** A process and those that it started, at any depth. */
function familyOf(pid) {
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
  return processes.filter((process) => under.has(process.pid))
}

function memoryIfRunning(pid) {
  try {
    return statusIn(readFileSync(`/proc/${pid}/status`, 'utf8'), 'VmRSS') ?? 0
  } catch (error) {
    // It ended after it was listed; a process that was not waited for yet has a status without memory.
    if (error.code === 'ENOENT' || error.code === 'ESRCH') return 0
    throw error
  }
}

/** Bytes of memory that a process has now. */
export const memoryOf = (pid) => statusOf(pid, 'VmRSS')

/** Forgets the peak of a process: what `peakOf` says is from now on. */
export function resetPeak(pid) {
  writeFileSync(`/proc/${pid}/clear_refs`, '5')
}

/** Bytes of memory that a process had at most since `resetPeak`. */
export const peakOf = (pid) => statusOf(pid, 'VmHWM')

/** Milliseconds of processor time that a process has spent: what it costs, however busy the machine is. */
export function spentBy(pid) {
  // User and system time are the fourteenth and fifteenth field; those of ended children follow.
  const [user, system] = timesOf(pid)
  return user + system
}

/** Milliseconds of processor time that ended children of this process have spent. */
export function spentByChildren() {
  const [, , user, system] = timesOf('self')
  return user + system
}

/** Waits until a process has nothing left to do, so that its work in the background is not measured with what follows. */
export async function untilIdle(pid) {
  for (let before = Number.NEGATIVE_INFINITY, now = spentBy(pid); now - before > idleSpentMs; now = spentBy(pid)) {
    before = now
    await sleep(idleWindowMs)
  }
}

function timesOf(pid) {
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
  // After the name: state is the third field.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  return fields.slice(11, 15).map((ticks) => Number(ticks) * TICK_MS)
}

function statusOf(pid, name) {
  const bytes = statusIn(readFileSync(`/proc/${pid}/status`, 'utf8'), name)
  if (bytes === undefined) throw new Error(`/proc/${pid}/status has no ${name}`)
  return bytes
}

function statusIn(status, name) {
  const found = new RegExp(`^${name}:\\s+(\\d+) kB`, 'm').exec(status)
  return found ? Number(found[1]) * KB : undefined
}
