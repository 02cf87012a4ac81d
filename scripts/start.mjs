// The local server: bundles with wrangler, serves with miniflare (one workerd process), applies migrations, creates the
// first administrator, triggers the crons. With PORT and STATE_DIR several instances run side by side.
import { execFileSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { chmodSync, existsSync, mkdirSync, readdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, extname, join, normalize, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { convertV4MiniflareOptions, Miniflare, Response } from 'miniflare'
import { unstable_getMiniflareWorkerOptions } from 'wrangler'
import { applyMigrations } from './migrations.mjs'
import { helpText, readOptions } from './start-options.mjs'
import { readVariables } from './variables.mjs'

const contentTypes = {
  '.css': 'text/css; charset=utf-8',
  '.woff2': 'font/woff2',
  '.txt': 'text/plain; charset=utf-8',
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.png': 'image/png',
  '.svg': 'image/svg+xml',
}
const root = dirname(dirname(fileURLToPath(import.meta.url)))
process.chdir(root)
const variables = readVariables(readFileSync(join(root, 'README.md'), 'utf8'))
obeyOptions()
const port = Number(process.env.PORT ?? 8787)
const state = resolve(process.env.STATE_DIR ?? '.local')
mkdirSync(state, { recursive: true, mode: 0o700 })

// The tests start several servers from one bundle.
const bundle = process.env.BUNDLE_DIR ?? (await makeBundle(join(state, 'bundle')))

const secrets = readOrCreate(join(state, 'secrets.json'), () => ({
  AUTH_SECRET: randomBytes(32).toString('base64url'),
  SETUP_TOKEN: randomBytes(32).toString('base64url'),
}))
// The variables in the table of the README are passed from the environment to the Worker.
const variablesSet = Object.fromEntries(
  variables.flatMap(({ name }) => (process.env[name] ? [[name, process.env[name]]] : [])),
)

// An instance without PUBLIC_URL is local: mail is written to its log.
if (!process.env.PUBLIC_URL) variablesSet.MAIL_URL ??= 'log:'

// Without a limit the heap of V8 grows to hundreds of megabytes of garbage; a Worker has 128 MB. A larger young generation
// makes ingestion faster, a smaller one frees the buffers of uploads sooner.
process.env.MINIFLARE_WORKERD_V8_FLAGS ??= '--max-semi-space-size=8 --max-heap-size=128'

// workerd runs behind a wrapper script, which ends it when this process ends in any way.
process.env.WORKERD =
  process.env.MINIFLARE_WORKERD_PATH ?? createRequire(import.meta.resolve('miniflare'))('workerd').default
process.env.MINIFLARE_WORKERD_PATH = join(root, 'scripts/workerd.sh')

const { workerOptions } = unstable_getMiniflareWorkerOptions(process.env.WRANGLER_CONFIG ?? 'wrangler.toml')
// `sendAsset` replaces the assets router of miniflare, which handles every request first and costs a fifth of the requests
// per second of short responses.
const { assets: _, browserRendering, ...options } = workerOptions
const persistence = { defaultPersistRoot: join(state, 'data'), resourcePersistencePath: join(state, 'data') }
await migrate()
const { webhooks, collectors, ...queueConsumers } = options.queueConsumers
const fairway = {
  ...options,
  name: 'fairway',
  queueConsumers,
  ...(installBrowser() ? { browserRendering } : {}),
  serviceBindings: { ...options.serviceBindings, ASSETS: sendAsset },
  // No rate limits: all callers on one machine have the same address.
  bindings: { ...workerOptions.bindings, RATE_ANONYMOUS: '0', RATE_USER: '0', ...secrets, ...variablesSet },
  rootPath: root,
  modulesRoot: bundle,
  modules: [
    { type: 'ESModule', path: join(bundle, 'index.js') },
    ...readdirSync(bundle).flatMap((name) =>
      name.endsWith('.wasm') ? [{ type: 'CompiledWasm', path: join(bundle, name) }] : [],
    ),
  ],
  // Requests reach the Worker without the entry worker of miniflare, which responds 500 where a `Host` is no host.
  unsafeDirectSockets: [{ host: '127.0.0.1', port }],
}
const queueDispatcher = {
  name: 'queue-dispatcher',
  compatibilityDate: options.compatibilityDate,
  // Batches end before `waitUntil` does, and service bindings have the method `queue`.
  compatibilityFlags: ['queue_consumer_no_wait_for_wait_until', 'experimental', 'service_binding_extra_handlers'],
  rootPath: root,
  modulesRoot: join(root, 'scripts'),
  modules: [{ type: 'ESModule', path: join(root, 'scripts/queue-dispatcher.mjs') }],
  queueConsumers: { webhooks, collectors },
  serviceBindings: { CONSUMER: 'fairway' },
  bindings: { MAX_RETRIES: collectors.maxRetries },
}
const miniflare = new Miniflare(
  convertV4MiniflareOptions({
    workers: [fairway, queueDispatcher],
    host: '127.0.0.1',
    port: 0,
    // Port of the debugger and the memory profiler (chrome://inspect).
    ...(process.env.INSPECTOR_PORT ? { inspectorPort: Number(process.env.INSPECTOR_PORT) } : {}),
    ...persistence,
    handleStructuredLogs: process.env.LOG === 'silent' ? () => {} : undefined,
  }),
)
await miniflare.ready
const served = String(await miniflare.unsafeGetDirectURL()).replace(/\/$/, '')
const url = process.env.PUBLIC_URL ? served + new URL(process.env.PUBLIC_URL).pathname.replace(/\/$/, '') : served
let isStopping = false

await bootstrap()
if (process.env.SEED_FILE) await seed(process.env.SEED_FILE)
await startCrons()
console.log(`Fairway serves at ${process.env.PUBLIC_URL || url} (credentials: ${join(state, 'credentials.json')})`)

for (const signal of ['SIGINT', 'SIGTERM']) {
  process.once(signal, async () => {
    isStopping = true
    await miniflare.dispose()
    process.exit(0)
  })
}

/** Prints the help and ends, or ends with status 2 at an argument that is not known; nothing has been written yet. */
function obeyOptions() {
  try {
    if (!readOptions(process.argv.slice(2)).help) return
  } catch (error) {
    console.error(`${error.message}\nnpm start -- --help prints the options and variables.`)
    process.exit(2)
  }
  console.log(helpText(variables))
  process.exit(0)
}

/**
 * Puts an installed Chromium where miniflare looks for the browser of captures, which it would download otherwise.
 *
 * @returns whether there is one
 */
function installBrowser() {
  const { CHROMIUM } = process.env
  // The script of Debian in /usr/bin would leave the first one running.
  const installed = [
    '/usr/lib/chromium/chromium-headless-shell',
    '/usr/bin/chromium',
    '/usr/bin/google-chrome',
    '/usr/bin/chromium-browser',
  ]
  const chromium = (CHROMIUM === undefined ? installed : [CHROMIUM]).find((path) => existsSync(path))
  if (!chromium) return false
  const [, version] =
    readFileSync(createRequire(import.meta.url).resolve('miniflare'), 'utf8').match(/BROWSER_VERSION = "([\d.]+)"/) ??
    []
  process.env.XDG_CACHE_HOME = join(state, 'cache')
  const folder = join(state, 'cache/.wrangler/chrome', `linux-${version}`, 'chrome-linux64')
  mkdirSync(folder, { recursive: true })
  // Chromium has no sandbox of its own where the server runs as root.
  const flags = process.getuid?.() === 0 ? '--no-sandbox ' : ''
  // A browser that starts while the server stops would stay: with `setpriv` (Linux) it ends with its parent.
  const script = [
    '#!/bin/sh',
    `command -v setpriv >/dev/null && exec setpriv --pdeathsig TERM "${chromium}" ${flags}"$@"`,
    `exec "${chromium}" ${flags}"$@"`,
  ]
  writeFileSync(join(folder, 'chrome'), `${script.join('\n')}\n`, { mode: 0o755 })
  return true
}

/** Bundles the Worker, and the files that browsers load. @returns the folder of the Worker */
async function makeBundle(folder) {
  console.log('Bundling …')
  await import('./assets.mjs')
  execFileSync(process.execPath, ['node_modules/wrangler/bin/wrangler.js', 'deploy', '--dry-run', '--outdir', folder], {
    stdio: ['ignore', 'ignore', 'inherit'],
    env: { ...process.env, WRANGLER_SEND_METRICS: 'false' },
  })
  return folder
}

/** Applies the migrations before the Worker receives requests, which would fail without the tables. */
async function migrate() {
  const script = { modules: true, script: 'export default {}' }
  const databases = new Miniflare(
    convertV4MiniflareOptions({ ...script, d1Databases: options.d1Databases, ...persistence }),
  )
  await applyMigrations(await databases.getD1Database('DB'), join(root, 'migrations'))
  await databases.dispose()
}

/** Responds with a file of public/; paths outside of it are 404. */
async function sendAsset(request) {
  const path = join(root, 'public', normalize(decodeURIComponent(new URL(request.url).pathname)))
  const type = contentTypes[extname(path)]
  if (!path.startsWith(join(root, 'public/')) || !type || !existsSync(path)) return new Response(null, { status: 404 })
  return new Response(readFileSync(path), { headers: { 'content-type': type } })
}

/** Creates the administrator once. The password is written to disk before it is used, so that a crash does not lose it. */
async function bootstrap() {
  const path = join(state, 'credentials.json')
  const credentials = readOrCreate(path, () => ({
    url,
    email: 'admin@fairway.local',
    password: randomBytes(18).toString('base64url'),
  }))
  if (!credentials.apiKey) {
    const response = await fetch(`${url}/api/v1/setup`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${process.env.SETUP_TOKEN || secrets.SETUP_TOKEN}`,
        'content-type': 'application/json',
      },
      body: JSON.stringify({ email: credentials.email, password: credentials.password, organization: 'Fairway' }),
    })
    if (!response.ok)
      throw new Error(`the administrator could not be created: ${response.status} ${await response.text()}`)
    credentials.apiKey = (await response.json()).apiKey
  }
  write(path, { ...credentials, url: process.env.PUBLIC_URL || url })
}

/** Creates or updates the users and organizations of a file. Idempotent. */
async function seed(file) {
  const response = await fetch(`${url}/api/v1/setup/directory`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${process.env.SETUP_TOKEN || secrets.SETUP_TOKEN}`,
      'content-type': 'application/json',
    },
    body: readFileSync(file, 'utf8'),
  })
  if (!response.ok) throw new Error(`${file} could not be seeded: ${response.status} ${await response.text()}`)
}

/** miniflare does not trigger crons: calls `scheduled` at start, then every minute, as the crons of wrangler.toml. */
async function startCrons() {
  const tick = async (cron) => {
    // After a crash of workerd, which miniflare starts again, the former stub throws.
    const worker = await miniflare.getWorker()
    return worker.scheduled({ cron, scheduledTime: new Date() })
  }
  await tick('@start')
  // The tick under way fails when the server stops.
  const report = (error) => isStopping || console.error('cron', error)
  setInterval(() => tick('* * * * *').catch(report), 60_000).unref()
}

function readOrCreate(path, create) {
  if (existsSync(path)) return JSON.parse(readFileSync(path, 'utf8'))
  const created = create()
  write(path, created)
  return created
}

function write(path, value) {
  writeFileSync(`${path}.new`, `${JSON.stringify(value, null, 2)}\n`, { mode: 0o600 })
  chmodSync(`${path}.new`, 0o600)
  renameSync(`${path}.new`, path)
}
