import { describe, expect, test } from 'vitest'
import { decodeHtml } from '../../../worker/application-proxy/decode-html'
import { attributeText, scriptJson } from '../../../worker/application-proxy/escape'
import { requestedApplication } from '../../../worker/application-proxy/requested-application'
import { render, templateOf } from '../../../worker/application-proxy/template'
import { assetPath } from '../../../worker/applications/base/fetch-file'

const texts = { application: '{A}', attribute: '{B}', manifest: '/m', head: '{head}', body: '{body}' }
const rendered = (html: string) => render(templateOf(html), texts)

describe('the places of a page', () => {
  test.each([
    [
      'a whole page',
      '<html><head><title>x</title></head><body>y</body></html>',
      '<html><head><title>x</title>{head}</head><body>y{body}</body></html>',
    ],
    ['upper case', '<HTML><HEAD></HEAD><BODY>y</BODY></HTML>', '<HTML><HEAD>{head}</HEAD><BODY>y{body}</BODY></HTML>'],
    ['no head', '<!DOCTYPE html><body>y</body>', '<!DOCTYPE html>{head}<body>y{body}</body>'],
    [
      'elements of a head alone',
      '<title>x</title><meta name=a><h1>y</h1>',
      '<title>x</title><meta name=a>{head}<h1>y</h1>{body}',
    ],
    ['a head without an end', '<html><head><title>x</title><p>y', '<html><head><title>x</title>{head}<p>y{body}'],
    ['a text alone', 'hello', '{head}hello{body}'],
    ['nothing', '', '{head}{body}'],
    [
      'a frameset',
      '<html><head></head><frameset></frameset></html>',
      '<html><head>{head}</head><frameset></frameset>{body}</html>',
    ],
    [
      'tags in a script',
      '<head><script>"</head><p>"</script></head><body><script>"</body>"</script></body>',
      '<head><script>"</head><p>"</script>{head}</head><body><script>"</body>"</script>{body}</body>',
    ],
    [
      'tags in a comment',
      '<head><!-- </head><body> --></head><body></body>',
      '<head><!-- </head><body> -->{head}</head><body>{body}</body>',
    ],
  ])('%s', (_, html, expected) => expect(rendered(html)).toBe(expected))

  test('the first placeholder is replaced, in a script, an attribute or elsewhere', () => {
    expect(rendered('<script>a=%APPLICATION%;b=%APPLICATION%</script>')).toBe(
      '<script>a={A};b=%APPLICATION%</script>{head}{body}',
    )
    expect(rendered('<body data-a="%APPLICATION%"></body>')).toBe('{head}<body data-a="{B}">{body}</body>')
    expect(rendered('<!-- %APPLICATION% -->')).toBe('<!-- {A} -->{head}{body}')
    expect(templateOf('x').hasPlaceholder).toBe(false)
  })

  test('the address of the manifest is replaced, the other attributes stay', () => {
    expect(rendered('<head><link href=x REL=manifest title="a&quot;b"></head>')).toBe(
      '<head><link href="/m" rel="manifest" title="a&quot;b">{head}</head>{body}',
    )
    expect(rendered('<head><link rel="manifest"></head>')).toBe(
      '<head><link rel="manifest" href="/m">{head}</head>{body}',
    )
    expect(templateOf('<link rel="stylesheet">').hasManifest).toBe(false)
  })

  test('the declarations are read from the page', () => {
    const { syncsState, overflows } = templateOf(
      '<meta name="df:sync-state" content="true"><meta name="df:overflow" content="no">',
    )
    expect([syncsState, overflows]).toEqual([true, false])
  })

  test('are found quickly in a page of two megabytes or a million elements', () => {
    const started = performance.now()
    templateOf(`<head></head><body>${'<p>x</p>'.repeat(250_000)}`)
    templateOf('<div>'.repeat(400_000))
    expect(performance.now() - started).toBeLessThan(5_000)
  })
})

test('a value in a script cannot end it, and is unchanged as JSON', () => {
  const value = { a: '</script><!-- ]]> $& $1 %APPLICATION% \u2028\u2029 &amp; "\'\\' }
  const json = scriptJson(value)
  expect(json).not.toMatch(/[<>&\u2028\u2029]/)
  expect(JSON.parse(json)).toEqual(value)
  expect(attributeText('<a b="c" d=\'e\'>&')).toBe('&lt;a b=&quot;c&quot; d=&#39;e&#39;&gt;&amp;')
})

test.each([
  ['abc', null, { id: 'abc', name: 'abc' }],
  ['k%3Aabc', null, { id: 'abc', name: 'k:abc', key: 'k' }],
  ['k:a:b', null, { id: 'a:b', name: 'k:a:b', key: 'k' }],
  ['abc', 'k', { id: 'abc', name: 'abc', key: 'k' }],
  ['j%3Aabc', 'k', { id: 'j:abc', name: 'j:abc', key: 'k' }],
  ['%3Aabc', null, { id: ':abc', name: ':abc' }],
])('%s with the parameter %s', (segment, key, expected) => expect(requestedApplication(segment, key)).toEqual(expected))

test.each([
  [
    'http://127.0.0.1:8787/build/applications/map/index.html',
    'http://127.0.0.1:8787',
    '/build/applications/map/index.html',
  ],
  ['https://a.org/data-fair/assets/build/x.js', 'https://a.org/data-fair', '/build/x.js'],
  ['https://a.org/build/x.js', 'https://a.org/data-fair', '/build/x.js'],
  ['https://a.org:444/build/x.js', 'https://a.org', undefined],
  ['https://b.org/build/x.js', 'https://a.org', undefined],
  ['no address', 'https://a.org', undefined],
  ['https://a.org/x', '', undefined],
])('%s of the service at %s', (address, baseUrl, expected) => expect(assetPath(address, baseUrl)).toBe(expected))

test.each([
  ['UTF-8', [0xc3, 0xa9], null],
  ['a header', [0xe9], 'text/html; charset=ISO-8859-1'],
  ['an unknown encoding', [0xc3, 0xa9], 'text/html; charset=klingon'],
])('a page in %s is read', (_, bytes, type) => expect(decodeHtml(new Uint8Array(bytes), type)).toBe('é'))

test('an encoding can be declared in the page', () => {
  const bytes = Buffer.from('<meta charset="windows-1252">\xe9', 'latin1')
  expect(decodeHtml(bytes, 'text/html')).toContain('é')
})
