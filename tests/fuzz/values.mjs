// Values that break parsers, encoders, databases and regular expressions. Large ones are functions: built when drawn.

import { list } from './lists.mjs'

const repeated = (text, times) => () => text.repeat(times)

/** Texts, from the shortest to 100 kB. */
export const strings = [
  ...['', ' ', '\t', '\n', '\r\n', '\0', 'a\0b', '\u0001\u001f\u007f', '\u0085\u2028\u2029', '\ufeff', '\ufffe\uffff'],
  ...[
    '\ud800',
    '\udc00',
    'a\ud83d',
    '\udc00\ud800',
    'x\udfff\ud800y',
    '\u{10ffff}',
    '👩‍👩‍👧‍👦',
    'é'.normalize('NFD'),
    'İıſßﬃ',
  ],
  ...['\u202egnp.exe', '\u2066\u2067\u2068', '\u200b\u200d\u2060', 'Z\u0335\u0321\u034c\u0489'],
  ...['a\r\nX-Injected: 1', 'a\nb', '\r', '`', '$' + '{7*7}'],
  ...list(String.raw`
    __proto__ ¦ constructor ¦ prototype ¦ toString ¦ hasOwnProperty ¦ __defineGetter__ ¦ valueOf ¦ then ¦
    null ¦ undefined ¦ true ¦ false ¦ NaN ¦ [object Object] ¦ {} ¦ [] ¦ "" ¦ 0 ¦ -0 ¦ -1 ¦ 1e309 ¦ 0x10 ¦
    ' ¦ " ¦ \ ¦ '' ¦ \" ¦ \' ¦ $1 ¦ $& ¦ {{7*7}} ¦ %s%n ¦ % ¦ %% ¦ %zz ¦ %c0%ae ¦ %00 ¦ %ff ¦ %u0000 ¦
    ' OR 1=1 -- ¦ '; DROP TABLE datasets; -- ¦ ") UNION SELECT * FROM user -- ¦ ?1 ¦ :a ¦ @a ¦ c0 ¦ _i ¦ rowid ¦
    "a ¦ a"b ¦ a* ¦ * ¦ ** ¦ ^a ¦ NEAR(a b, 5) ¦ NEAR/ ¦ a AND ¦ OR b ¦ NOT ¦ {a b} : c ¦ a : b ¦ -a ¦
    ../ ¦ ../../../../etc/passwd ¦ ..\.. ¦ . ¦ .. ¦ / ¦ // ¦ /./ ¦ file:///etc/passwd ¦ a/../b ¦ %2e%2e%2f ¦
    a;b ¦ a,b ¦ a=b&c=d ¦ # ¦ ? ¦ & ¦ + ¦ <script>alert(1)</script> ¦ <!-- ¦ ]]> ¦ </title> ¦
    (a+)+$ ¦ (.*)*x ¦ [ ¦ ( ¦ (?<a ¦ [z-a] ¦ (?= ¦ a{99999} ¦ ^(([a-z])+.)+[A-Z]([a-z])+$ ¦ /(a|a)*$/ ¦
    javascript:alert(1) ¦ data:text/html,x ¦ http:// ¦ http://[ ¦ http://a b ¦ //x ¦ https://user:pw@host.invalid/ ¦
    2024-13-45 ¦ 0000-00-00 ¦ 9999-12-31T23:59:60Z ¦ -271821-04-20 ¦ 275760-09-13T00:00:00.001Z ¦ +999999-01-01 ¦
    2024-02-30 ¦ now ¦ now- ¦ now/d ¦ now-1y/y ¦ now+999999999999y ¦ 2024-01-01||+1M ¦ 2024-01-01T25:61:61+99:99 ¦
    0,0,0,0 ¦ 180,90,-180,-90 ¦ NaN,NaN,NaN,NaN ¦ 1e309,0,0,0 ¦ -181,-91,181,91 ¦ 0,0 ¦ 0,0,0,0,0 ¦ ,,, ¦ 0/0/0
  `),
  repeated('a', 10_000),
  repeated('a', 100_000),
  repeated('é', 10_000),
  repeated('\ud800', 1_000),
  repeated('e\u0301\u0302\u0303\u0304', 5_000),
  repeated('\u0301', 10_000),
  repeated('>', 3_000),
  repeated('[', 3_000),
  repeated('(', 3_000),
  repeated('![', 2_000),
  repeated('*_', 3_000),
  repeated('<b>', 3_000),
  repeated('- ', 3_000),
  repeated('`', 3_001),
  repeated('|a', 3_000),
  repeated('a ', 5_000),
  repeated('"a" ', 2_000),
  repeated('9', 10_000),
  repeated(',', 10_000),
  repeated('../', 3_000),
  repeated('%', 3_000),
  repeated('a.', 3_000),
  repeated('\n', 10_000),
  () => `${'a'.repeat(50)}!`,
]

/** Numbers as they are written in JSON and in addresses: those that JavaScript cannot hold are among them. */
export const numbers = [
  ...list(`
    0 ¦ -0 ¦ 1 ¦ -1 ¦ 0.5 ¦ 1e-400 ¦ 5e-324 ¦ 1e308 ¦ 1e309 ¦ -1e309 ¦ 9007199254740991 ¦ 9007199254740993
  `),
  ...list(`
    -9007199254740993 ¦ 9223372036854775807 ¦ 9223372036854775808 ¦ 18446744073709551616 ¦ 2147483648 ¦ -2147483649
  `),
  ...list(`
    0.1e1 ¦ 1E+2 ¦ 3.141592653589793238462643383279 ¦ 99999999999999999999999999999999 ¦ 4294967296 ¦ 10001 ¦ 65536
  `),
]

/** What is no number in JSON either, for addresses, headers and broken bodies. */
export const noNumbers = list(`
  NaN ¦ Infinity ¦ -Infinity ¦ 01 ¦ +1 ¦ 1. ¦ .5 ¦ 0x1F ¦ 1_000 ¦ 1e ¦ ٣ ¦ １ ¦ 1,5 ¦ --1
`)

/** A text of `strings`, or of the numbers as text. */
export function nastyText(random) {
  const kind = random.whole(10)
  if (kind === 0) return random.pick(numbers)
  if (kind === 1) return random.pick(noNumbers)
  return drawn(random.pick(strings))
}

const drawn = (value) => (typeof value === 'function' ? value() : value)

/** Shapes of GeoJSON and WKT: degenerate, open, inside out, beyond the world, huge. */
export const shapes = [
  ...list(`
    POINT(0 0) ¦ POINT EMPTY ¦ POINT(181 91) ¦ POINT(1e309 0) ¦ POINT(0) ¦ LINESTRING(0 0) ¦
    POLYGON((0 0,0 0,0 0,0 0))
  `),
  ...[
    'POLYGON((0 0,1 1,0 1,1 0,0 0))',
    'POLYGON((',
    'GEOMETRYCOLLECTION(GEOMETRYCOLLECTION(POINT(1 1)))',
    'POINT Z (1 2 3)',
  ],
  '{"type":"Point","coordinates":[]}',
  '{"type":"Point","coordinates":["a",null]}',
  '{"type":"Polygon","coordinates":[[[0,0],[1e308,0],[0,1e308],[0,0]]]}',
  '{"type":"Polygon","coordinates":[]}',
  '{"type":"MultiPolygon","coordinates":[[[[0,0]]]]}',
  '{"type":"GeometryCollection","geometries":[{"type":"GeometryCollection","geometries":[]}]}',
  '{"type":"Feature","geometry":null}',
  '{"type":"LineString","coordinates":[[179,0],[-179,0],[null,1]]}',
  '{"type":"__proto__","coordinates":{}}',
  () => `POLYGON((${'1 1,'.repeat(5_000)}1 1))`,
  () => `LINESTRING(${Array.from({ length: 3_000 }, (_, i) => `${(i * 37) % 360} ${(i * 17) % 180}`).join(',')})`,
  () => `${'GEOMETRYCOLLECTION('.repeat(2_000)}POINT(1 1)${')'.repeat(2_000)}`,
  () => JSON.stringify({ type: 'Polygon', coordinates: [Array.from({ length: 5_000 }, (_, i) => [i % 181, i % 91])] }),
]

/** Expressions of calculated fields, with errors of each kind. */
export const expressions = [
  ...['1', 'n + 1', 'CONCAT(name, "a")', '1 / 0', 'n %', '((((', 'UNKNOWN(n)', 'name.constructor', '__proto__', 'this'],
  ...[
    'IF(',
    'SUM(n, "a", null)',
    'PAD_LEFT(name, 999999999)',
    'REPLACE(name, "(a+)+$", "")',
    'SUBSTRING(name, -1e309)',
  ],
  ...[
    '"\\ud800"',
    "'a' & ",
    '1e309 * 0',
    '-'.repeat(50),
    'n == n == n',
    'TRANSFORM_DATE(day, "x", "y", "z")',
    'SPLIT(name, "")',
  ],
  () => '('.repeat(3_000),
  () => `${'1+'.repeat(5_000)}1`,
  () => '!'.repeat(5_000),
  () => 'CONCAT('.repeat(500),
  () => `"${'a'.repeat(50_000)}"`,
]

/** One of a list whose large members are functions. */
export const pickDrawn = (random, list) => drawn(random.pick(list))
