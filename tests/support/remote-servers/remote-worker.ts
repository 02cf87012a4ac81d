/** Starts the Worker that gives the files on other servers to tests, bundled with the settings of the service. */
import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { descendant } from '../../bench/processes.mjs'
import { authorityPath } from './remote-server'

const root = join(import.meta.dirname, '../../..')

export type Answer = {
  hostKey?: string
  answers: unknown[]
  problem?: { code: string; params: Record<string, string> }
}

export type RemoteWorker = {
  ask: (connection: object, steps: readonly object[], allow?: readonly string[]) => Promise<Answer>
  pid: number | undefined
  stop: () => Promise<void>
}

export async function startRemoteWorker(): Promise<RemoteWorker> {
  const folder = mkdtempSync(join(tmpdir(), 'fairway-remote-'))
  const settings = readFileSync(join(root, 'wrangler.toml'), 'utf8')
  // Without the bindings, whose classes this Worker does not have.
  const config = settings.slice(0, settings.indexOf('[[')).replaceAll('"./worker/', `"${root}/worker/`)
  const configPath = join(folder, 'wrangler.toml')
  writeFileSync(configPath, config.replace(/^main = .*$/m, `main = "${join(import.meta.dirname, 'worker.ts')}"`))
  const wrangler = join(root, 'node_modules/wrangler/bin/wrangler.js')
  const bundle = join(folder, 'bundle')
  execFileSync(process.execPath, [wrangler, 'deploy', '--dry-run', '--config', configPath, '--outdir', bundle], {
    stdio: ['ignore', 'ignore', 'inherit'],
    env: { ...process.env, WRANGLER_SEND_METRICS: 'false' },
  })
  // It reads the variable once.
  process.env.NODE_EXTRA_CA_CERTS = authorityPath
  const { convertV4MiniflareOptions, Miniflare } = await import('miniflare')
  const miniflare = new Miniflare(
    convertV4MiniflareOptions({
      name: 'remote',
      compatibilityDate: /compatibility_date = "([^"]*)"/.exec(settings)?.[1] ?? '',
      compatibilityFlags: ['nodejs_compat'],
      modules: [{ type: 'ESModule', path: join(bundle, 'worker.js') }],
      modulesRoot: bundle,
      host: '127.0.0.1',
      port: 0,
    }),
  )
  const url = await miniflare.ready
  return {
    pid: descendant(process.pid, 'workerd'),
    ask: async (connection, steps, allow = ['127.0.0.1', 'localhost']) => {
      const response = await fetch(url, { method: 'POST', body: JSON.stringify({ connection, steps, allow }) })
      // The Worker beside this file.
      return (await response.json()) as Answer
    },
    stop: async () => {
      await miniflare.dispose()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
