// The databases and the bucket of an instance, by their bindings: of the local state folder, or of the account of wrangler.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { convertV4MiniflareOptions, Miniflare } from 'miniflare'
import { getPlatformProxy, unstable_getMiniflareWorkerOptions, unstable_readConfig } from 'wrangler'

/** @returns {Promise<{ databases: Map<string, D1Database>, bucket: R2Bucket, close: () => Promise<void> }>} */
export function openStores({ state, remote }) {
  return remote ? openRemote() : openLocal(state)
}

async function openLocal(state) {
  const { d1Databases, r2Buckets } = unstable_getMiniflareWorkerOptions('wrangler.toml').workerOptions
  const miniflare = new Miniflare(
    convertV4MiniflareOptions({
      ...{ modules: true, script: 'export default {}', d1Databases, r2Buckets, host: '127.0.0.1', port: 0 },
      ...{ defaultPersistRoot: join(state, 'data'), resourcePersistencePath: join(state, 'data') },
    }),
  )
  const databases = new Map()
  for (const name of Object.keys(d1Databases)) databases.set(name, await miniflare.getD1Database(name))
  return { databases, bucket: await miniflare.getR2Bucket('FILES'), close: () => miniflare.dispose() }
}

async function openRemote() {
  const { name, compatibility_date, account_id, d1_databases, r2_buckets } = unstable_readConfig({
    config: 'wrangler.toml',
  })
  const remote = (bindings) => bindings.map((binding) => ({ ...binding, remote: true }))
  const folder = mkdtempSync(join(tmpdir(), 'fairway-backup-'))
  const configPath = join(folder, 'wrangler.json')
  const config = { name, compatibility_date, account_id }
  const bindings = { d1_databases: remote(d1_databases), r2_buckets: remote(r2_buckets) }
  writeFileSync(configPath, JSON.stringify({ ...config, ...bindings }))
  const proxy = await getPlatformProxy({ configPath, remoteBindings: true, persist: false })
  const databases = new Map(d1_databases.map(({ binding }) => [binding, proxy.env[binding]]))
  const close = async () => {
    await proxy.dispose()
    rmSync(folder, { recursive: true })
  }
  return { databases, bucket: proxy.env.FILES, close }
}
