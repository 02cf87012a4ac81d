// What stands elsewhere: a web application to configure, files to fetch, and an address for webhooks.
import { createServer } from 'node:http'

const page =
  '<html><head><title>A form</title><meta name="application-name" content="form"><meta name="version" content="1.0"></head><body>%APPLICATION%</body></html>'
const schema = {
  type: 'object',
  properties: {
    datasets: {
      type: 'array',
      items: {
        type: 'object',
        'x-fromUrl': 'api/v1/datasets?status=finalized&q={q}&select=id,title',
        properties: { href: { type: 'string' }, id: { type: 'string' } },
      },
    },
  },
}
const pages = {
  '/form/': page,
  '/form/index.html': page,
  '/form/config-schema.json': JSON.stringify(schema),
  '/empty': '',
  '/broken.json': '{"a":',
  '/binary': Buffer.from([0xff, 0xfe, 0, 0xd8, 0x89, 0x50, 0x4e, 0x47]),
}

/** @returns the address and `close` */
export async function startOutside() {
  const server = createServer((request, response) => {
    request.resume()
    if (request.url === '/redirect') return response.writeHead(302, { location: '/redirect' }).end()
    const found = pages[request.url ?? '']
    response.writeHead(found === undefined ? 404 : 200).end(found)
  })
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve))
  const host = `127.0.0.1:${server.address().port}`
  return { host, url: `http://${host}`, close: () => server.close() }
}
