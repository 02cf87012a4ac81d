import { expect, test } from 'vitest'
import { RememberingRouter } from '../../../worker/http/router'
import { limits } from '../../../worker/limits'

const found = (router: RememberingRouter<string>, method: string, path: string) =>
  router.match(method, path)[0].map(([handler, params]) => [handler, params])

test('a path has the same route the second time, for each method', () => {
  const router = new RememberingRouter<string>()
  router.add('ALL', '/*', 'every')
  router.add('GET', '/:id/lines', 'lines')
  for (let time = 0; time < 2; time++) {
    expect(found(router, 'GET', '/a/lines')).toEqual([
      ['every', {}],
      ['lines', { id: 'a' }],
    ])
    expect(found(router, 'GET', '/b/lines')[1]).toEqual(['lines', { id: 'b' }])
    expect(found(router, 'POST', '/a/lines')).toEqual([['every', {}]])
  }
})

test('a route added later is found', () => {
  const router = new RememberingRouter<string>()
  expect(found(router, 'GET', '/a')).toEqual([])
  router.add('GET', '/:id', 'one')
  expect(found(router, 'GET', '/a')).toEqual([['one', { id: 'a' }]])
})

test('cached matches are returned unchanged, for a bounded number of paths', () => {
  const router = new RememberingRouter<string>()
  router.add('GET', '/:id', 'one')
  const first = router.match('GET', '/0')
  expect(router.match('GET', '/0')).toBe(first)
  for (let path = 1; path <= limits.cache.maxEntries; path++) router.match('GET', `/${path}`)
  expect(router.match('GET', '/0')).not.toBe(first)
})
