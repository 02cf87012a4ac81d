// npm run fuzz -- [--seed 1] [--count 100000] [--only <operationId or part of a path>] [--seconds 600]
// Sends hostile values to every route of a server of its own. Prints each kind of failure once, as a command that sends it
// again. Ends with 1 when there is one.
import { parseArgs } from 'node:util'
import { fuzz } from './fuzz.mjs'

const { values } = parseArgs({
  options: {
    seed: { type: 'string', default: '1' },
    count: { type: 'string', default: '100000' },
    only: { type: 'string' },
    seconds: { type: 'string' },
  },
})
const seed = Number(values.seed)
const count = Number(values.count)
const seconds = values.seconds === undefined ? undefined : Number(values.seconds)
if (!Number.isSafeInteger(seed) || !(count > 0) || (seconds !== undefined && !(seconds > 0))) {
  console.error('npm run fuzz -- [--seed 1] [--count 100000] [--only <operationId or part of a path>] [--seconds 600]')
  process.exit(2)
}

const isTerminal = process.stdout.isTTY
const progress = (text) => (isTerminal ? process.stdout.write(`\r${text} `) : console.log(text))
const { sent, statuses, failures } = await fuzz({
  seed,
  count,
  only: values.only,
  seconds,
  print: console.log,
  progress,
})

const byStatus = [...statuses]
  .sort(([a], [b]) => String(a).localeCompare(String(b)))
  .map(([status, times]) => `${status}: ${times}`)
console.log(`\n${sent} inputs of seed ${seed}. Answers: ${byStatus.join(', ')}`)
for (const { count: times, what } of failures) console.log(`${String(times).padStart(6)} × ${what}`)
console.log(failures.length === 0 ? 'No failure.' : `${failures.length} kinds of failure.`)
process.exit(failures.length === 0 ? 0 : 1)
