// An instance of the service for benchmarks and for tests from outside: own port, own state, nothing left afterwards.
import { spawn } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { freePort } from '../support/free-port.mjs'
import { descendant } from './processes.mjs'

const root = dirname(dirname(dirname(fileURLToPath(import.meta.url))))
const startTimeoutMs = 120_000
const stopTimeoutMs = 20_000

const folders = new Set()
const running = new Set()

process.once('exit', () => {
  for (const { child, pid } of running) for (const one of [pid, child.pid]) kill(one)
  for (const folder of folders) rmSync(folder, { recursive: true, force: true })
})
for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => process.exit(1))

/** A temporary folder, removed when this process ends whatever happens, or by `removeFolder`. */
export function makeFolder() {
  const folder = mkdtempSync(join(tmpdir(), 'fairway-'))
  folders.add(folder)
  return folder
}

/** Removes a folder of `makeFolder`. */
export function removeFolder(folder) {
  rmSync(folder, { recursive: true, force: true })
  folders.delete(folder)
}

/**
 * Starts the service on a state folder. `pid` is the process that runs the Worker, `parent` the one that started it; `stop` leaves the folder.
 *
 * @param {string} folder
 * @param {{ port?: number, inspectorPort?: number, publicUrl?: string, variables?: Record<string, string>, onOutput?: (text: string) => void }} [options]
 *   `onOutput` is called with what the server prints; it prints its log where `variables.LOG` is not `silent`
 */
export async function startServer(folder, options = {}) {
  const port = options.port ?? (await freePort())
  const env = { ...process.env, PORT: String(port), STATE_DIR: folder, LOG: 'silent' }
  delete env.PUBLIC_URL
  delete env.MAX_FILE_BYTES
  if (options.inspectorPort) env.INSPECTOR_PORT = String(options.inspectorPort)
  if (options.publicUrl) env.PUBLIC_URL = options.publicUrl
  Object.assign(env, options.variables)
  const server = await startNode(['scripts/start.mjs'], { env, until: 'Fairway serves at', onOutput: options.onOutput })
  const { url, apiKey, email, password } = JSON.parse(readFileSync(join(folder, 'credentials.json'), 'utf8'))
  return { ...server, port, url, apiKey, email, password }
}

/** Starts the floor Worker; `options` are those of `floor-server.mjs`. */
export async function startFloor(options) {
  const port = await freePort()
  const settings = JSON.stringify({ port, ...options })
  const server = await startNode(['tests/bench/floor-server.mjs', settings], { until: 'Floor serves at' })
  return { ...server, url: `http://127.0.0.1:${port}` }
}

/** Starts a Node script that runs a Worker, and waits until it prints `until`. */
export async function startNode(args, { env = process.env, until, onOutput = () => {} }) {
  const child = spawn(process.execPath, args, { cwd: root, env, stdio: ['ignore', 'pipe', 'pipe'] })
  const entry = { child, pid: undefined }
  running.add(entry)
  const ended = new Promise((resolve) => child.once('exit', resolve))
  let said = ''
  await new Promise((resolve, reject) => {
    const fail = (why) => reject(new Error(`${args[0]} ${why}\n${said.slice(-4_000)}`))
    const timer = setTimeout(fail, startTimeoutMs, `was not ready after ${startTimeoutMs / 1_000} s`)
    const listen = (chunk) => {
      onOutput(String(chunk))
      said = (said + chunk).slice(-20_000)
      if (!said.includes(until)) return
      clearTimeout(timer)
      resolve()
    }
    child.stdout.on('data', listen)
    child.stderr.on('data', listen)
    child.once('exit', (code) => fail(`ended with code ${code}`))
  }).catch((error) => {
    kill(child.pid)
    running.delete(entry)
    throw error
  })
  entry.pid = descendant(child.pid, 'workerd')
  if (entry.pid === undefined) throw new Error(`${args[0]} started no workerd`)
  return {
    pid: entry.pid,
    parent: child.pid,
    /** Kills the processes with SIGKILL. */
    async kill() {
      for (const pid of [entry.pid, child.pid]) kill(pid)
      await ended
      running.delete(entry)
    },
    async stop() {
      child.kill('SIGTERM')
      const timer = setTimeout(() => [entry.pid, child.pid].forEach(kill), stopTimeoutMs)
      await ended
      clearTimeout(timer)
      running.delete(entry)
    },
  }
}

function kill(pid) {
  try {
    if (pid !== undefined) process.kill(pid, 'SIGKILL')
  } catch {
    // It ended by itself.
  }
}
