import { describe, expect, test } from 'vitest'
import { linkKeyInReferer } from '../../../worker/http/link-key-in-referer'

const site = 'https://data.example.org'
const own = [site, 'http://localhost:8787/api/v1/datasets/d/lines']
const app = { key: 'K', application: 'app1' }

describe('the key of a page', () => {
  test.each([
    ['in the path, encoded', '/app/K%3Aapp1', app],
    ['in the path', '/app/K:app1', app],
    ['with a slash', '/app/K%3Aapp1/', app],
    ['of a file of the application', '/app/K%3Aapp1/index.html?d-frame=true', app],
    ['in the query', '/app/app1?key=K', app],
    ['in the query, among others', '/app/app1/?primary=1a2b3c&key=K#map', app],
    ['in the query rather than in the path', '/app/x:app1?key=K', { key: 'K', application: 'x:app1' }],
    ['of the path that clients write', '/data-fair/app/K%3Aapp1', app],
    ['of the path that clients write, in the query', '/data-fair/app/app1?key=K', app],
    ['of a framed dataset', '/embed/dataset/K%3Atrees/table?cols=a', { key: 'K' }],
    ['of a framed dataset, of the path that clients write', '/data-fair/embed/dataset/K:trees/map', { key: 'K' }],
    ['with a colon behind', '/app/K:a:b', { key: 'K', application: 'a:b' }],
    ['encoded twice is another key', '/app/K%253Aapp1', undefined],
  ])('%s', (_, path, found) => {
    expect(linkKeyInReferer(site + path, own)).toEqual(found)
    expect(linkKeyInReferer(`http://localhost:8787${path}`, own)).toEqual(found)
  })

  test.each([
    ['nothing', null],
    ['no address', 'about:/app/K%3Aapp1'],
    ['no key', `${site}/app/app1`],
    ['an empty key', `${site}/app/app1?key=`],
    ['a key without application', `${site}/app/K:`],
    ['an application without key', `${site}/app/:app1`],
    ['a path that cannot be decoded', `${site}/app/K%E0%A4%A`],
    ['a framed dataset with a key in the query', `${site}/embed/dataset/trees/table?key=K`],
    ['another page', `${site}/dataset/K%3Atrees?back=/app/K%3Aapp1`],
    ['another path', `${site}/portal/app/K%3Aapp1`],
    ['another site', 'https://evil.example/data-fair/app/K%3Aapp1'],
    ['another port', `${site}:8443/app/K%3Aapp1`],
    ['a site that ends like ours', 'https://notdata.example.org/app/K%3Aapp1'],
    ['our site as a user', 'https://data.example.org@evil.example/app/K%3Aapp1'],
    ['a very long address', `${site}/app/K%3Aapp1?q=${'x'.repeat(10_000)}`],
  ])('is not in %s', (_, referer) => {
    expect(linkKeyInReferer(referer, own)).toBeUndefined()
  })

  test('is found under the path of PUBLIC_URL, with or without the prefix used by clients', () => {
    const under = [`${site}/data`]
    expect(linkKeyInReferer(`${site}/data/app/K%3Aapp1`, under)).toEqual(app)
    expect(linkKeyInReferer(`${site}/data/data-fair/app/K%3Aapp1`, under)).toEqual(app)
    expect(linkKeyInReferer(`${site}/data-fair/app/K%3Aapp1`, [`${site}/data-fair`])).toEqual(app)
  })
})
