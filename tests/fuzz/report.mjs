// What a failure prints: the faults, the cause that the log of the service tells, and a command that sends it again.
import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { requestBytes } from './client.mjs'
import { isMalformed } from './verdict.mjs'

const folder = join(dirname(fileURLToPath(import.meta.url)), 'results')
const maxInlineChars = 2_000

/** A command of a POSIX shell with curl that sends an input again. What curl cannot say goes as bytes of a file. */
export function commandOf({ input, seed, url }) {
  if (input.messages)
    return `# WebSocket ${url.replace('http', 'ws')}/ as ${input.actor}:\n${input.messages.map((message) => `#   ${message.slice(0, 300)}`).join('\n')}`
  const { method, target, headers, body } = input
  const { host } = new URL(url)
  const isPlain = /^[!-~]*$/.test(target) && headers.every(([, value]) => /^[ -~]*$/.test(value))
  if (isMalformed(input) || !isPlain || target.length > 50_000) {
    const path = saved(`${seed}-${input.index}.http`, requestBytes(input, host))
    return `curl -m 35 telnet://${host} < ${path}`
  }
  const parts = [
    'curl -i -g --path-as-is',
    `-X ${method}`,
    ...headers.map(([name, value]) => `-H ${quoted(value === '' ? `${name};` : `${name}: ${value}`)}`),
  ]
  if (body) {
    const text = body.toString('latin1')
    const isShort = text.length <= maxInlineChars && /^[ -~]*$/.test(text)
    parts.push(`--data-binary ${isShort ? quoted(text) : `@${saved(`${seed}-${input.index}.body`, body)}`}`)
  }
  return [...parts, quoted(url + target)].join(' ')
}

const quoted = (text) => `'${text.replaceAll("'", "'\\''")}'`

function saved(name, bytes) {
  mkdirSync(folder, { recursive: true })
  const path = join(folder, name)
  writeFileSync(path, bytes)
  return path
}

/** Failures by what they have in common: the operation and the fault. The first of each is printed whole. */
export class Report {
  #groups = new Map()
  #print

  constructor(print) {
    this.#print = print
  }

  /** @param {{ input: object, faults: string[], cause?: string, answer?: object, seed: number, url: string }} failure */
  add({ input, faults, cause, answer, seed, url }) {
    const group = `${input.operation.operationId}: ${faults.join(', ')}${cause ? ` (${cause.trim().split('\n')[0].slice(0, 160)})` : ''}`
    const count = this.#groups.get(group) ?? 0
    this.#groups.set(group, count + 1)
    if (count > 0) return
    this.#print(
      `\n✗ ${group}\n  seed ${seed}, input ${input.index}, ${input.actor}${answer?.ms ? `, ${Math.round(answer.ms)} ms` : ''}`,
    )
    if (cause)
      this.#print(
        cause
          .split('\n')
          .slice(0, 6)
          .map((line) => `  | ${line.slice(0, 240)}`)
          .join('\n'),
      )
    this.#print(`  ${commandOf({ input, seed, url })}`)
  }

  /** What does not come from one input: a control that differs, a failure in the background. */
  addOther(what) {
    const count = this.#groups.get(what) ?? 0
    this.#groups.set(what, count + 1)
    if (count === 0) this.#print(`\n✗ ${what}`)
  }

  get failures() {
    return [...this.#groups].map(([what, count]) => ({ count, what }))
  }
}
