// The yardstick: the sqlite3 shell on the same file.
import { spawn } from 'node:child_process'
import { closeSync, openSync, rmSync, statSync } from 'node:fs'
import { spentByChildren } from './processes.mjs'

const missing = 'the sqlite3 shell is missing (Debian: apt-get install sqlite3)'

/** Runs the shell on a database. @returns ms */
export async function shell(database, commands, { output, flags = [] } = {}) {
  const out = output ? openSync(output, 'w') : 'ignore'
  const started = performance.now()
  try {
    const child = spawn('sqlite3', ['-bail', ...flags, database], { stdio: ['pipe', out, 'pipe'] })
    let said = ''
    child.stderr.on('data', (chunk) => {
      said += chunk
    })
    child.stdin.on('error', () => {})
    child.stdin.end(`${commands.join('\n')}\n`)
    const code = await new Promise((resolve, reject) => {
      child.once('error', (error) => reject(error.code === 'ENOENT' ? new Error(missing) : error))
      child.once('close', resolve)
    })
    if (code !== 0) throw new Error(`sqlite3 ended with ${code}: ${said}`)
    return performance.now() - started
  } finally {
    if (output) closeSync(out)
  }
}

/** SQLite types of the kinds of columns of the generator. */
const types = { int: 'INTEGER', bool: 'INTEGER', num: 'REAL', lat: 'REAL', lon: 'REAL' }

/**
 * Imports a CSV of the generator in a typed table, then builds the full-text indexes.
 *
 * @param searches columns of each index
 * @returns ms and processor time of the import, and of each index
 */
export async function importCsv(database, csv, columns, searches) {
  for (const suffix of ['', '-journal', '-wal', '-shm']) rmSync(database + suffix, { force: true })
  const typed = columns.map(({ key, kind }) => `${key} ${types[kind] ?? 'TEXT'}`)
  const before = spentByChildren()
  const importMs = await shell(database, [`CREATE TABLE lines(${typed});`, `.import --csv --skip 1 ${csv} lines`])
  const importCpu = spentByChildren() - before
  const searchMs = []
  const searchCpu = []
  for (const keys of searches) {
    const before = spentByChildren()
    const ms = await shell(database, [
      'DROP TABLE IF EXISTS search;',
      `CREATE VIRTUAL TABLE search USING fts5(${keys},content='lines',tokenize='unicode61 remove_diacritics 2');`,
      `INSERT INTO search(search) VALUES('rebuild');`,
    ])
    searchMs.push(ms)
    searchCpu.push(spentByChildren() - before)
  }
  return { importMs, importCpu, searchMs, searchCpu }
}

/** Writes a query as CSV with the shell. @returns ms and bytes */
export async function exportCsv(database, query, output) {
  const ms = await shell(database, [`${query};`], { output, flags: ['-readonly', '-csv', '-header'] })
  return { ms, bytes: statSync(output).size }
}
