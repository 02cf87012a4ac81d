// Starts the service for the tests that talk to it over the network, as `npm start` does, and finds them a browser. Files
// that run at the same time have a service each, so that no test sees the datasets and settings of another file.
import { execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { makeFolder, removeFolder, startServer } from '../bench/server.mjs'
import { serveApplications } from './application-host.mjs'
import { freePort } from './free-port.mjs'
import { serveRemoteApis } from './remote-host.mjs'

/** `chromium-headless-shell` uses less than half of the CPU time of `chromium`. */
const headlessShell = { name: 'chromium-headless-shell', path: '/usr/lib/chromium/chromium-headless-shell' }
export const browsers = [headlessShell.path, '/usr/bin/chromium']
const installTimeoutMs = 300_000

export default async function startServices(project) {
  const { testFiles } = await project.globTestFiles(project.vitest.filenamePattern)
  // The default of Vitest is one file fewer than there are cores.
  const maxWorkers = project.vitest.config.maxWorkers || Math.max(availableParallelism() - 1, 1)
  const count = Math.min(maxWorkers, testFiles.length)
  const folders = Array.from({ length: count }, makeFolder)
  const applications = await serveApplications()
  const { host, urls } = applications
  const remote = await serveRemoteApis()
  const sourcePort = await freePort()
  const variables = {
    BASEMAP: 'none',
    OUTGOING_ALLOW: `${host},${remote.host},127.0.0.1:${sourcePort}`,
    BASE_APPLICATIONS: urls.join(','),
    REMOTE_SERVICES: `Towns=http://${remote.host}/proposed/openapi.json`,
  }
  const browser = findBrowser()
  // Captures use it too.
  if (browser) process.env.CHROMIUM ??= browser
  const servers = []
  for (const folder of folders) {
    servers.push(await startServer(folder, { variables }))
    // Servers that start later, here and in the tests, serve the bundle of the first one.
    process.env.BUNDLE_DIR ??= join(folder, 'bundle')
  }
  project.provide(
    'services',
    servers.map(({ url, apiKey, email, password }) => ({ url, apiKey, email, password })),
  )
  project.provide('browser', browser)
  project.provide('applications', `http://${host}`)
  project.provide('remoteHost', remote.host)
  project.provide('sourcePort', sourcePort)
  return async () => {
    delete process.env.BUNDLE_DIR
    await Promise.all(servers.map((server) => server.stop()))
    applications.stop()
    remote.stop()
    for (const folder of folders) removeFolder(folder)
  }
}

/** Debian's Chromium, installed where it may be. */
function findBrowser() {
  if (!existsSync(headlessShell.path)) {
    try {
      const options = { stdio: 'ignore', timeout: installTimeoutMs }
      execFileSync('apt-get', ['install', '-y', '--no-install-recommends', headlessShell.name], options)
    } catch {
      // The other one may be installed.
    }
  }
  const found = browsers.find((path) => existsSync(path))
  if (!found) {
    const command = `apt-get install ${headlessShell.name}`
    console.warn(`\n!!! NO BROWSER: the tests of the pages are SKIPPED. Install one: ${command} !!!\n`)
  }
  return found ?? ''
}
