// What the benchmarks print and keep.
import { mkdirSync, writeFileSync } from 'node:fs'
import { cpus } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const folder = join(dirname(fileURLToPath(import.meta.url)), 'results')

/** Prints rows of equal shape as a table; numbers on the right. */
export function printTable(rows) {
  const [first] = rows
  if (!first) return
  const heads = Object.keys(first)
  const shown = rows.map((row) => heads.map((head) => show(row[head])))
  const widths = heads.map((head, at) => Math.max(head.length, ...shown.map((cells) => cells[at].length)))
  const isNumber = heads.map((head) => rows.some((row) => typeof row[head] === 'number'))
  const line = (cells) =>
    cells.map((cell, at) => (isNumber[at] ? cell.padStart(widths[at]) : cell.padEnd(widths[at]))).join('  ')
  console.log(line(heads))
  console.log(widths.map((width) => '─'.repeat(width)).join('  '))
  for (const cells of shown) console.log(line(cells))
}

function show(value) {
  if (value === undefined || value === null) return ''
  if (typeof value !== 'number') return String(value)
  if (Number.isInteger(value)) return value.toLocaleString('en').replaceAll(',', ' ')
  return value < 10 ? value.toFixed(2) : value.toFixed(1)
}

/** Keeps the figures of a benchmark as JSON. @returns where */
export function saveResult(name, result) {
  mkdirSync(folder, { recursive: true })
  const date = new Date().toISOString()
  const path = join(folder, `${date.slice(0, 19).replaceAll(':', '')}-${name}.json`)
  const machine = { cpus: cpus().length, model: cpus()[0]?.model, node: process.version }
  writeFileSync(path, `${JSON.stringify({ name, date, machine, ...result }, null, 2)}\n`)
  return path
}

/** The middle of some numbers. */
export function median(numbers) {
  const sorted = [...numbers].sort((a, b) => a - b)
  const half = sorted.length >> 1
  return sorted.length % 2 ? sorted[half] : (sorted[half - 1] + sorted[half]) / 2
}

export const seconds = (ms) => Math.round(ms) / 1_000
export const megabytes = (bytes) => Math.round(bytes / 100_000) / 10
export const ratio = (a, b) => Math.round((a / b) * 100) / 100
