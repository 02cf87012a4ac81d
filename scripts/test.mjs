// Runs the tests and prints as its last line the number of passed and failed tests. `--fast` runs the unit tests, which do
// not start workerd. Other arguments are passed on to vitest.
//
// One file more runs at a time than there are cores, since tests also wait for timers and browsers; VITEST_MAX_WORKERS sets another
// number. The stores of the tests are in memory where there is room: each write of a database waits for its disk.
import { spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync, statfsSync } from 'node:fs'
import { availableParallelism, tmpdir } from 'node:os'
import { join } from 'node:path'

// The tests serve the same styles and scripts as the service.
await import('./assets.mjs')
const arguments_ = process.argv.slice(2).flatMap((option) => (option === '--fast' ? ['--project', 'unit'] : option))
const memory = '/dev/shm'
const memoryBytes = 6_000_000_000
const parent = hasRoom(memory) ? memory : tmpdir()
const folder = mkdtempSync(join(parent, 'fairway-test-'))
const settings = { VITEST_MAX_WORKERS: String(availableParallelism() + 1), ...process.env, TMPDIR: folder }
const report = join(folder, 'report.json')
const { status } = spawnSync(
  process.execPath,
  [
    'node_modules/vitest/vitest.mjs',
    'run',
    '--reporter=default',
    '--reporter=json',
    `--outputFile.json=${report}`,
    ...arguments_,
  ],
  { stdio: ['ignore', 'inherit', 'inherit'], env: { ...settings, WRANGLER_SEND_METRICS: 'false', NO_COLOR: '1' } },
)
const counts = readReport()
rmSync(folder, { recursive: true, force: true })
console.log(`${counts.passed} passed, ${counts.failed} failed`)
process.exit(status === 0 && counts.passed > 0 ? 0 : 1)

/** Whether the path is a file system with enough free space for the files of all tests. */
function hasRoom(path) {
  if (!existsSync(path)) return false
  const { bavail, bsize } = statfsSync(path)
  return bavail * bsize >= memoryBytes
}

/** Counts of the report. A test file that fails to load counts as one failure. */
function readReport() {
  try {
    const { numPassedTests, testResults } = JSON.parse(readFileSync(report, 'utf8'))
    const failed = testResults.flatMap(({ status: outcome, assertionResults }) => {
      const tests = assertionResults.filter((test) => test.status === 'failed')
      return tests.length === 0 && outcome === 'failed' ? [outcome] : tests
    })
    return { passed: numPassedTests, failed: failed.length }
  } catch {
    return { passed: 0, failed: 1 }
  }
}
