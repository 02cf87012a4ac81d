// Values of query parameters by name: what the service understands, and what its grammars nearly understand.
import { list } from './lists.mjs'
import { pickDrawn, shapes } from './values.mjs'

/** Columns of the prepared datasets. */
export const fields = list(`
  name ¦ kind ¦ n ¦ x ¦ day ¦ at ¦ ok ¦ lat ¦ lon ¦ tags ¦ doc ¦ shape ¦ _id ¦ _i ¦ _rand ¦ _updatedAt ¦ _geopoint
`)

const field = (random) => random.pick(fields)
const twoOf = (random) => `${field(random)},${field(random)}`
const sizes = ['0', '1', '3', '10000', '10001', '-1', '1.5', '1e3', '9007199254740993', 'all']
const qs = [
  ...list(`
    name:a ¦ n:[1 TO 5] ¦ n:{* TO 3] ¦ n:>2 ¦ name:a* ¦ name:* ¦ _exists_:n ¦ NOT name:a ¦ name:"a b"~2 ¦ name:a~
  `),
  ...[
    'name:(',
    'name:[a',
    'AND',
    'a OR',
    'n:[a TO b]',
    'day:[now-1y TO now]',
    'name:/(a+)+$/',
    'unknown:1',
    'name:\\',
    'a^2',
  ],
  ...[
    'day:[2024-13-45 TO *]',
    'n:1e309',
    'name:?*?*',
    '\\:a',
    'name.text:a',
    '_search:a',
    '!a',
    '+a -b',
    '{}',
    'n:"',
    'lat:NaN',
  ],
  () => `${'('.repeat(500)}a${')'.repeat(500)}`,
  () => 'a OR '.repeat(1_000),
  () => 'NOT '.repeat(1_000),
  () => `name:${'?'.repeat(500)}`,
  () => `name:${'*a'.repeat(100)}`,
]
const ods = [
  ...[
    'n > 1',
    'name = "a" and n < 3',
    'name like "a*"',
    'n in (1, 2)',
    "day > date'2024-01-01'",
    'not n = 1',
    'name is null',
  ],
  ...[
    'search("a")',
    'suggest("a")',
    'n in [1..5]',
    'in_bbox(_geopoint, 0, 0, 1, 1)',
    "within_distance(_geopoint, GEOM'POINT(1 1)', 1km)",
  ],
  ...[
    "distance(shape, geom'POINT(",
    'name =',
    '((n=1)',
    'n > 1 and',
    "date'2024-13-01' < day",
    'n in ]',
    '"a',
    'unknown = 1',
    'year(day) = 2024',
  ],
  ...list(`
    count(*) as c ¦ sum(n) as s ¦ avg(n), max(x) ¦ range(n, 5) ¦ range(n, *, 3, 1, *) ¦ year(day) as y ¦
    geo_cluster(_geopoint, 3) ¦ a as a as
  `),
  ...[
    'name as `x',
    ...list(`
    percentile(n, 50) ¦ median(x) ¦ envelope(_geopoint) ¦ -n desc ¦ n asc, x desc ¦ random(1) ¦
    date_format(day, "YY") ¦ name:a
  `),
  ],
  () => `${'('.repeat(1_000)}n=1${')'.repeat(1_000)}`,
  () => `n=1${' or n=1'.repeat(2_000)}`,
  () => `n in (${'1,'.repeat(5_000)}1)`,
]
const metrics = ['avg', 'sum', 'min', 'max', 'cardinality', 'value_count', 'stats', 'percentiles', 'unknown', 'avg,sum']
const dateMatch = list(`
  2024-01-01 ¦ 2024-01-01,2024-02-01 ¦ now ¦ 2024-13-01 ¦ , ¦ 2024-01-01T00:00:00Z, ¦ a,b ¦ 9999-12-31,0000-01-01 ¦
  -000001-01-01
`)
const boxes = list(`
  -5,41,10,51 ¦ 10,51,-5,41 ¦ 0,0,0,0 ¦ -180,-90,180,90 ¦ 1e309,0,0,0 ¦ a,b,c,d ¦ 0,0,0 ¦ 170,0,-170,10
`)
const tiles = ['0,0,0', '1,0,1', '63,42,7', '-1,0,0', '0,0,99', '1e9,1e9,30', 'a,b,c', '0,0', '2,2,1', '0.5,0,1']
const distances = ['1,1,1km', '0,0,0', '200,100,5m', '1,1,-1', '1,1', '1,1,1e309', 'lat,lon,1', '1:1:1km']
const sorts = [
  (random) => field(random),
  (random) => `-${field(random)}`,
  twoOf,
  () => '_geo_distance:1:1',
  () => '_geo_distance:1e309:a',
  () => '-',
  () => 'unknown',
  () => '_rand',
  () => Array.from({ length: 10_000 }, () => 'n').join(','),
  () => 'count,-key,metric,-metric',
]

const byName = {
  size: sizes,
  page: sizes,
  skip: sizes,
  limit: sizes,
  offset: sizes,
  agg_size: ['1', '20', '1000', '1001', '5,5', '10000,10', 'a', '-1', '1,1,1,1,1,1'],
  after: ['1', '1,2', '"a"', '[1,2]', '[null]', '{}', '1e309', '-1', 'a,b,c,d', '%00', '[[[[', '9007199254740993', ','],
  before: ['1', '0', '-1', '9007199254740993', 'a', '1.5'],
  since: ['2024-01-01', '2024-13-01T00:00:00Z', 'now', '1', '0', '-1', '9007199254740993', 'a.b'],
  select: [
    field,
    twoOf,
    () => '*',
    () => '-n',
    () => 'unknown',
    () => Array.from({ length: 10_000 }, () => 'n').join(','),
    () => ',',
    () => '+n,-x',
  ],
  sort: sorts,
  order_by: [...sorts, ...ods.map((text) => () => (typeof text === 'function' ? text() : text))],
  q: [
    'a',
    'dinan',
    '"a b"',
    'a*',
    '-a',
    'NEAR(a b)',
    '^',
    '"',
    'été',
    '%',
    '_',
    () => 'a '.repeat(500),
    () => 'é'.repeat(1_999),
  ],
  q_mode: ['simple', 'complete', 'unknown'],
  q_fields: [field, twoOf, () => 'unknown'],
  qs,
  bbox: boxes,
  xyz: tiles,
  geo_distance: distances,
  date_match: dateMatch,
  wkt: ['true', 'false', 'POINT(1 1)'],
  field: [field, () => 'name;kind', () => 'n;x;day;ok;kind', () => 'unknown', () => ';', () => 'n;;'],
  fields: [field, twoOf, () => fields.join(',')],
  collapse: [field, () => 'unknown'],
  concept: ['lat', 'http://schema.org/latitude', 'unknown'],
  highlight: [field, twoOf, () => '_search'],
  interval: list(`
    value ¦ year ¦ month ¦ day ¦ 5 ¦ 0 ¦ -1 ¦ 1e-9 ¦ 1e309 ¦ 1ms ¦ day;day ¦ PT1H ¦ 0.000001 ¦ auto ¦ ;;;
  `),
  metric: metrics,
  metrics,
  metric_field: [field, () => 'unknown'],
  extra_metrics: ['n:avg', 'n:avg,x:sum', 'n', ':', 'n:unknown', () => 'n:avg,'.repeat(500)],
  percents: ['50', '1,99', '-1', '101', 'a', () => '1,'.repeat(500)],
  missing: ['a', '0', '', 'NaN'],
  sampling: ['max', 'neighbors', 'a'],
  format: ['json', 'csv', 'xlsx', 'ods', 'geojson', 'mvt', 'pbf', 'vt', 'parquet', 'shp', 'wkt', 'unknown', 'JSON'],
  where: ods,
  group_by: [field, twoOf, ...ods.map((text) => () => (typeof text === 'function' ? text() : text))],
  refine: ['name:a', 'day:2024', 'day:2024/01', 'name', ':', 'n:1e309', 'unknown:a', 'day:2024/13/45/99'],
  timezone: ['UTC', 'Europe/Paris', 'Mars/Phobos', '+99:99', 'a/b/c'],
  delimiter: [';', ',', '\t', '', 'ab', '"', '\n'],
  sep: [';', ',', '\t', '', 'ab', '"', '\0'],
  width: sizes,
  height: sizes,
  fit: ['cover', 'contain', 'unknown'],
  position: ['center', 'top', 'unknown'],
  draft: ['true', 'false', '1', 'compatible', 'always', 'never'],
  drop: ['true', 'a'],
  lock: ['true', 'a'],
  async: ['true', 'a'],
  facets: ['owner', 'status,visibility', 'unknown', 'topics,keywords,concepts', () => 'owner,'.repeat(1_000)],
  sums: ['count', 'unknown', 'count,n'],
  owner: [
    'organization:fuzz-town',
    'user:fuzz-ada',
    'organization:*',
    ':',
    'a',
    '-organization:fuzz-town',
    'organization:fuzz-town:a:b',
    () => 'user:a,'.repeat(1_000),
  ],
  can: ['read', 'unknown', ''],
  visibility: ['public', 'private', 'protected', 'a'],
  status: ['finalized', 'error', 'unknown', 'finalized,error'],
  topics: ['a', ','],
  concepts: ['http://schema.org/latitude', 'a'],
  publicationSites: ['a:b', 'null', ':'],
  dataset: ['fuzz-file', 'a'],
  application: ['fuzz-app', 'a'],
  hint: ['n', 'unknown'],
  truncate: ['10', '0', '-1', '1e9', 'a'],
  html: ['true', 'vuetify', 'a'],
  raw: ['true'],
  count: ['true', 'false', 'a'],
  thumbnail: ['true', '100x100', '0x0', '-1x-1', '1e9x1e9', 'x', 'a'],
  arrays: ['true', 'a'],
  header: ['false', 'a'],
  id: ['fuzz-file', 'a', ','],
  ids: ['fuzz-file,fuzz-editable', () => 'a,'.repeat(3_000)],
  slug: ['fuzz-file'],
  type: ['string', 'integer,number', 'unknown', 'user', 'organization'],
  metaOnly: ['true'],
  enum: ['true', 'a'],
  stringify: ['true'],
  key: ['a'],
}

const suffixes = [
  '',
  ...list(`
  _eq ¦ _neq ¦ _in ¦ _nin ¦ _lt ¦ _lte ¦ _gt ¦ _gte ¦ _starts ¦ _contains ¦ _search ¦ _exists ¦ _nexists ¦ _n ¦
  _unknown
`),
]
const filterValues = [
  ...list(`
    a ¦ 1 ¦ 1,2 ¦ "a","b" ¦ "a ¦ 2024-01-01 ¦ now ¦ true ¦ -1 ¦ 1e309 ¦ NaN ¦ , ¦ "" ¦ * ¦ a*b*c ¦ null
  `),
  () => Array.from({ length: 10_001 }, (_, i) => i).join(','),
]

/** A value that suits the name of a parameter, or nearly; undefined for a name without any. */
export function valueNamed(random, name) {
  // Names come from a document: `constructor` is none of ours.
  const values = Object.hasOwn(byName, name) ? byName[name] : undefined
  if (!values) return undefined
  const value = random.pick(values)
  return typeof value === 'function' ? value(random) : value
}

/** A filter on a column of the prepared datasets, which the description of each dataset lists by itself. */
export function columnFilter(random) {
  const kind = random.whole(12)
  if (kind === 0) return ['_c_date_match', random.pick(dateMatch)]
  if (kind === 1) return ['_c_geo_distance', random.pick(distances)]
  if (kind === 2) return ['_c_bbox', random.pick(boxes)]
  if (kind === 3) return ['wkt', pickDrawn(random, shapes)]
  const value = random.pick(filterValues)
  return [field(random) + random.pick(suffixes), typeof value === 'function' ? value() : value]
}
