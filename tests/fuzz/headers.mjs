// Request headers that are malformed, contradict each other or are out of range.

import { list } from './lists.mjs'

const valuesOf = {
  host: [
    '',
    'localhost',
    'a b',
    '[',
    '[::1',
    '127.0.0.1:99999',
    '127.0.0.1:a',
    'x@y',
    'a/b',
    '..',
    '%00',
    'xn--a',
    'é',
    'a'.repeat(300),
    '://',
  ],
  range: [
    'bytes=0-',
    'bytes=-1',
    'bytes=5-1',
    'bytes=0-0,2-3',
    'bytes=a-b',
    'bytes=',
    'lines=0-1',
    'bytes=99999999999999999999-',
    'bytes=-0',
    'bytes=0-18446744073709551616',
    `bytes=${'0-1,'.repeat(2_000)}`,
  ],
  'if-range': ['"a"', 'W/"a"', 'now', 'Thu, 99 Foo 2024'],
  'if-match': ['*', '"', '"a', 'W/"a"', '""', 'a,b', '"a"'.repeat(2_000), '"\u00ff"'],
  'if-none-match': ['*', '"', 'W/', '"a","b"', `"${'a'.repeat(8_000)}"`, ',', 'W/"a", *'],
  'if-modified-since': list(`
    now ¦ 0 ¦ Thu, 01 Jan 1970 00:00:00 GMT ¦ Thu, 32 Jan 99999 99:99:99 GMT ¦ 2024-01-01 ¦ 9007199254740993
  `),
  'if-unmodified-since': ['now', '0', 'Thu, 01 Jan 1970 00:00:00 GMT', '-1'],
  cookie: [
    '=',
    ';',
    ';;;;',
    '__Host-session=',
    'a=%',
    'a=%ff%zz',
    'id_token_org=',
    'id_token_org=%',
    'id_token_org=__proto__',
    'id_token=a.b.c',
    'id_token=a.b; id_token_sign=c',
    'better-auth.session_token=a',
    'better-auth.session_token=%25.%',
    '__Host-admin_mode=1',
    'i18n_lang=__proto__',
    'a='.repeat(3_000),
    '__Host-better-auth.session_token=x.y',
    '"a"="b"',
  ],
  'accept-language': ['*', 'fr;q=', 'fr;q=NaN', ',,,', 'fr-'.repeat(2_000), 'xx', '-', '\u00e9', 'fr;q=1e309, en;q=-1'],
  accept: ['*/*', '/', 'a', 'text/html;q=a', ','.repeat(2_000), 'application/json;v="', 'text/html, */*;q=0.1'],
  'accept-encoding': ['gzip', 'br;q=0', 'identity;q=0, *;q=0', 'gzip;q=a', 'x'.repeat(5_000), 'zstd'],
  origin: [
    '',
    ...list(`
    null ¦ http:// ¦ http://[ ¦ a ¦ https://other.invalid ¦ http://127.0.0.1:1 ¦ file:// ¦ http://a b ¦
    http://é.invalid
  `),
  ],
  referer: [
    '',
    'a',
    'http://[',
    'http://127.0.0.1/app/%',
    'http://127.0.0.1/app/%3A',
    'http://127.0.0.1/app/:',
    'http://127.0.0.1/embed/dataset/%ff%3Aa',
    `http://127.0.0.1/app/${'a'.repeat(9_000)}`,
  ],
  'sec-fetch-site': ['same-origin', 'cross-site', 'none', 'a', ''],
  'content-encoding': ['gzip', 'deflate', 'br', 'identity', 'a', 'gzip, gzip', ''],
  'content-disposition': [
    'attachment',
    'form-data; name="',
    "attachment; filename*=UTF-8''%ff",
    'attachment; filename="../a"',
  ],
  'x-http-method-override': ['PATCH', 'DELETE', 'HEAD', 'a', '', 'TRACE', 'patch'],
  'x-apikey': ['', 'a', 'fairway_', `fairway_${'a'.repeat(9_000)}`, 'fairway_%00', '\u00e9', '__proto__', ' '],
  'x-account': [
    '{}',
    '{',
    '{"type":"organization","id":"fuzz-town"}',
    'null',
    '[]',
    'a',
    '{"type":{},"id":[]}',
    `${'['.repeat(5_000)}`,
  ],
  'x-anonymoustoken': ['', 'a', 'a.b.c', 'e30.e30.', '....', `${'a'.repeat(9_000)}`],
  'x-organizationid': ['fuzz-town', '__proto__', '', 'fuzz-town:roads', '%'],
  authorization: [
    '',
    'Bearer',
    'Bearer ',
    'Bearer a',
    'Basic Og==',
    'Basic \u00ff',
    'bearer fairway_a',
    'Digest',
    'Bearer '.repeat(500),
  ],
  'x-forwarded-for': ['', 'a', '::1', '1.2.3.4,'.repeat(500), '999.999.999.999'],
  'x-forwarded-host': ['', 'evil.invalid', '[', 'a b'],
  'x-forwarded-proto': ['https', 'javascript', ''],
  'cf-connecting-ip': ['', 'a', '::', '1.2.3.4', 'a'.repeat(5_000)],
  'x-request-id': ['', 'a'.repeat(5_000), '\u00e9', '"'],
  'access-control-request-headers': ['*', 'a'.repeat(5_000), '\u00e9', ',,'],
  'access-control-request-method': ['a', 'GET', ''],
  upgrade: ['websocket', 'h2c', 'websocket, h2c', ''],
  'sec-websocket-key': ['', 'a', 'dGhlIHNhbXBsZSBub25jZQ=='],
  'sec-websocket-version': ['13', '0', 'a'],
  expect: ['100-continue', 'a'],
  te: ['trailers', 'a'],
  'tus-resumable': ['1.0.0', '0.0.0', '', 'a'],
  'upload-length': ['0', '-1', '1', '9007199254740993', '1e309', 'a', '', '1.5', '18446744073709551616'],
  'upload-offset': ['0', '-1', '1', '9007199254740993', 'a', '', '1e3'],
  'upload-metadata': [
    '',
    'filename',
    'filename a',
    'filename ====',
    'filename w6k=',
    ',',
    'filename YQ==,filename YQ==',
    '__proto__ YQ==',
    `filename ${'YQ=='.repeat(2_000)}`,
    'dataset X19wcm90b19f',
    'filename /////w==',
  ],
  'upload-checksum': ['', 'md5', 'md5 a', 'sha1 ====', 'a YQ==', 'md5 YQ==', 'sha256 YQ=='],
  'upload-defer-length': ['1', '0', 'a'],
  'upload-concat': ['partial', 'final;a b', ''],
  'content-language': ['a', ''],
  'user-agent': ['', '\u00e9', 'a'.repeat(9_000), '() { :;}; echo'],
  via: ['1.1 a', ''],
}
const names = Object.keys(valuesOf)
/** What an upload needs. */
const tus = [
  ['upload-length', '1000'],
  ['upload-offset', '0'],
  ['upload-metadata', 'filename ZnV6ei5jc3Y='],
]

/** Bytes that no header may hold, or that proxies read in two ways: the server may close the connection. */
const malformed = [
  ['x-nul', 'a\0b'],
  ['x-fold', 'a\r\n b'],
  ['x space', 'a'],
  ['', 'a'],
  ['x-control', '\u0001\u0007'],
  ['x-utf8', '\u202e\u{1f600}'],
  ['transfer-encoding', 'chunked, chunked'],
  ['transfer-encoding', 'identity'],
  ['content-length', '1, 2'],
  ['content-length', '-1'],
  ['content-length', 'a'],
]

/** Headers of one input: none most often, as a request that is refused for one of them tests nothing else. */
export function drawHeaders(random, { path, operationId }) {
  const headers = []
  if (path.includes('/uploads')) {
    if (operationId === 'overrideMethod')
      headers.push(['x-http-method-override', random.pick(['PATCH', 'DELETE', 'HEAD'])])
    headers.push(['tus-resumable', '1.0.0'])
    for (const [name, value] of tus) {
      if (random.whole(5) > 0) headers.push([name, value])
      else if (random.whole(2) === 0) headers.push([name, random.pick(valuesOf[name])])
    }
  }
  if (random.whole(3) > 0) return headers
  for (let left = 1 + random.whole(2); left > 0; left--) {
    const name = random.pick(names)
    headers.push([name, random.pick(valuesOf[name])])
  }
  if (random.whole(40) === 0) headers.push(random.pick(malformed))
  if (random.whole(40) === 0) headers.push(...Array.from({ length: 200 }, (_, i) => [`x-many-${i}`, 'a']))
  return headers
}
