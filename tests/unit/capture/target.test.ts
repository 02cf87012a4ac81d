/** Addresses of captured pages. */
import { describe, expect, test } from 'vitest'
import { applicationTarget, checkTarget, isThumbnail } from '../../../worker/capture/page-address'
import { isAnimation, printQuery, screenshotQuery } from '../../../worker/capture/parameters'

const base = 'https://data.example.org/data-fair'

test.each([
  ['', `${base}/app/a`],
  ['app_embed=true&width=3', `${base}/app/a?embed=true`],
  ['app_primary=%23123456&app__c_city_eq=Paris', `${base}/app/a?primary=%23123456&_c_city_eq=Paris`],
  ['app_=x', `${base}/app/a`],
])('the page of an application for %j', (query, expected) => {
  expect(applicationTarget(base, 'a', new URLSearchParams(query)).href).toBe(expected)
})

test.each([
  ['', true],
  ['updatedAt=2026-01-01', true],
  ['app_capture-test-error=true', true],
  ['lang=fr&colorScheme=dark', true],
  ['lang=de', false],
  ['app_embed=true', false],
  ['width=300', false],
  ['updatedAt=2026-01-01&type=png', false],
])('the stored thumbnail answers %j: %j', (query, expected) => {
  expect(isThumbnail(new URLSearchParams(query))).toBe(expected)
})

describe('a target', () => {
  test.each([
    ['/app/a?x=1', 'https://data.example.org/app/a?x=1'],
    ['dataset/b', 'https://data.example.org/data-fair/dataset/b'],
    ['https://data.example.org/portal', 'https://data.example.org/portal'],
  ])('%s is a page of the service', (target, expected) => {
    expect(checkTarget(target, base).href).toBe(expected)
  })

  test.each([
    'http://data.example.org/',
    'https://data.example.org:8443/',
    'https://data.example.org@evil.example/',
    'https://user:word@data.example.org/',
    '//evil.example/',
    'https://evil.example/https://data.example.org/',
    'file:///etc/passwd',
    'javascript:alert(1)',
    'data:text/html,x',
    'http://[::',
  ])('%s is refused', (target) => {
    expect(() => checkTarget(target, base)).toThrow(expect.objectContaining({ code: 'capture-target-refused' }))
  })
})

test.each([
  [{ width: '0' }, 'width'],
  [{ width: '3001' }, 'width'],
  [{ height: 'automatic' }, 'height'],
  [{ type: 'jpeg' }, 'type'],
  [{ timezone: 'Mars/Olympus' }, 'timezone'],
  [{ lang: 'fr; x' }, 'lang'],
  [{ target: undefined }, 'target'],
])('a screenshot with %j is refused', (query, parameter) => {
  const result = screenshotQuery.safeParse({ target: '/', ...query })
  expect(result.error?.issues.map(({ path }) => path.join('.'))).toEqual([parameter])
})

test('defaults', () => {
  expect(screenshotQuery.parse({ target: '/' })).toEqual({
    target: '/',
    width: 800,
    height: 450,
    timezone: 'Europe/Paris',
    colorScheme: 'light',
  })
  expect(printQuery.parse({ target: '/' })).toMatchObject({
    type: 'pdf',
    format: 'A4',
    landscape: 'false',
    left: '1.5cm',
    bottom: '1.5cm',
  })
})

test.each([
  [{ type: 'gif' }, true],
  [{ filename: 'a.GIF' }, true],
  [{ type: 'png', filename: 'a.gif' }, false],
  [{}, false],
])('%j is an animation: %j', (query, expected) => {
  expect(isAnimation(query)).toBe(expected)
})
