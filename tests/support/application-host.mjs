// A host of base applications on a port of its own: the folders of tests/fixtures/applications, and one of somebody else where it is.
import { existsSync, readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { dirname, extname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = dirname(dirname(dirname(fileURLToPath(import.meta.url))))
const folders = [join(root, 'tests/fixtures/applications'), join(root, '../shared/apps')]
/** Of the applications that have none: a list of them is shown without a failed request. */
const thumbnail = join(root, 'tests/fixtures/applications/bars/thumbnail.png')
const types = {
  '.html': 'text/html',
  '.json': 'application/json',
  '.png': 'image/png',
  '.js': 'text/javascript',
  '.css': 'text/css',
}
const names = ['bars', 'counter', 'board', 'minimal']

/**
 * At its root is a page that frames the address `frame` with the script of the service `site`.
 *
 * @returns {Promise<{ host: string, urls: string[], stop: () => void }>} `urls` of the applications that are there
 */
export async function serveApplications() {
  const server = createServer(({ url }, response) => {
    const { pathname, searchParams } = new URL(url, 'http://localhost')
    if (pathname === '/') return response.writeHead(200, { 'content-type': 'text/html' }).end(framing(searchParams))
    const candidates = folders.map((folder) => join(folder, pathname))
    if (pathname.endsWith('/thumbnail.png')) candidates.push(thumbnail)
    const path = candidates.find((file) => existsSync(file))
    const type = types[extname(pathname)]
    if (!path || !folders.some((folder) => path.startsWith(folder)) || !type) return response.writeHead(404).end()
    response.writeHead(200, { 'content-type': type, 'access-control-allow-origin': '*' }).end(readFileSync(path))
  })
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve))
  const host = `127.0.0.1:${server.address().port}`
  const served = names.filter((name) => folders.some((folder) => existsSync(join(folder, name))))
  return { host, urls: served.map((name) => `http://${host}/${name}/`), stop: () => server.close() }
}

const framing = (parameters) =>
  `<script src="${parameters.get('site')}/assets/build/d-frame.min.js"></script>` +
  `<d-frame sync-params="*" src="${parameters.get('frame')}"></d-frame>`
