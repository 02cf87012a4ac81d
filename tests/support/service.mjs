// Starts the service once for the tests that talk to it over the network, as `npm start` does, and finds them a browser.
import { execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { makeFolder, removeFolder, startServer } from '../bench/server.mjs'

const browser = '/usr/bin/chromium'
const installTimeoutMs = 300_000

export default async function startService({ provide }) {
  const folder = makeFolder()
  const server = await startServer(folder)
  const { url, apiKey, email, password } = server
  provide('service', { url, apiKey, email, password })
  provide('browser', findBrowser())
  return async () => {
    await server.stop()
    removeFolder(folder)
  }
}

/** Debian's chromium, installed where it may be. */
function findBrowser() {
  if (!existsSync(browser)) {
    try {
      const options = { stdio: 'ignore', timeout: installTimeoutMs }
      execFileSync('apt-get', ['install', '-y', '--no-install-recommends', 'chromium'], options)
    } catch {
      console.warn('\n!!! NO BROWSER: the tests of the pages are SKIPPED. Install one: apt-get install chromium !!!\n')
    }
  }
  return existsSync(browser) ? browser : ''
}
