// Serves the floor Worker as scripts/start.mjs serves the service: same engine, same flags, the same databases.
// Settings as JSON in the first argument: { port, inspectorPort, databases, bindings, config, files }.
// `files: true` gives it the store of the service. `config: 'service'` puts in front of it
// all that wrangler.toml says (static assets, queues, flags); otherwise the floor has databases and nothing else.
import { readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { convertV4MiniflareOptions, Miniflare } from 'miniflare'
import { unstable_getMiniflareWorkerOptions } from 'wrangler'

const { port, inspectorPort, databases, bindings, config, files } = JSON.parse(process.argv[2])
process.env.MINIFLARE_WORKERD_V8_FLAGS ??= '--max-semi-space-size=2 --max-heap-size=128'

const { workerOptions } = unstable_getMiniflareWorkerOptions('wrangler.toml')
const script = join(dirname(fileURLToPath(import.meta.url)), 'floor-worker.mjs')
const miniflare = new Miniflare(
  convertV4MiniflareOptions({
    ...(config === 'service' ? workerOptions : { compatibilityDate: workerOptions.compatibilityDate }),
    name: 'floor',
    modules: [{ type: 'ESModule', path: 'floor-worker.mjs', contents: readFileSync(script, 'utf8') }],
    d1Databases: { LINES: workerOptions.d1Databases.LINES_0, METADATA: workerOptions.d1Databases.DB },
    bindings,
    ...(files ? { r2Buckets: { FILES: 'files' } } : {}),
    // As the service: without the entry worker of miniflare.
    unsafeDirectSockets: [{ host: '127.0.0.1', port }],
    host: '127.0.0.1',
    port: 0,
    ...(inspectorPort ? { inspectorPort } : {}),
    defaultPersistRoot: databases,
    resourcePersistencePath: databases,
    handleStructuredLogs: () => {},
  }),
)
await miniflare.ready
console.log(`Floor serves at ${await miniflare.unsafeGetDirectURL()}`)

process.once('SIGTERM', async () => {
  await miniflare.dispose()
  process.exit(0)
})
