// Files to send: of each format that is read, cut, changed or under another name now and then.
import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { gzipSync } from 'node:zlib'
import { toJson } from './schemas.mjs'
import { nastyText, pickDrawn, shapes } from './values.mjs'

const fixtures = join(dirname(dirname(fileURLToPath(import.meta.url))), 'fixtures')
const maxFixtureBytes = 30_000

/** Files of the formats that the service reads, in a fixed order. */
const samples = ['archives', 'calendars', 'documents', 'geo', 'pictures', 'workbooks']
  .flatMap((folder) =>
    readdirSync(join(fixtures, folder))
      .sort()
      .map((name) => ({ name, bytes: readFileSync(join(fixtures, folder, name)) })),
  )
  .filter(({ bytes }) => bytes.length <= maxFixtureBytes)

const table = 'name,kind,n,x,day,ok,lat,lon\n'
const texts = [
  () => ({ name: 'a.csv', text: `${table}a,b,1,1.5,2024-01-01,true,48,-2\nb,c,2,2.5,2024-01-02,false,47,1\n` }),
  (random) => ({ name: 'a.csv', text: `${table}"${nastyText(random)}",b,1,1.5,2024-01-01,true,48,-2\n` }),
  (random) => ({ name: 'a.csv', text: `${nastyText(random)},b\n1,2\n` }),
  () => ({
    name: 'a.csv',
    text: `${Array.from({ length: 600 }, (_, i) => `c${i}`)}\n${Array.from({ length: 600 }, (_, i) => i)}\n`,
  }),
  () => ({ name: 'a.csv', text: 'a,a\n1,2\n' }),
  () => ({ name: 'a.csv', text: '__proto__,constructor\n1,2\n' }),
  () => ({ name: 'a.csv', text: '"a\n' }),
  () => ({ name: 'a.tsv', text: 'a\tb\n1\t2\n' }),
  (random) => ({ name: 'a.json', text: toJson([{ n: 1, x: null }, { name: nastyText(random) }]) }),
  (random) => ({ name: 'a.ndjson', text: `${toJson({ name: nastyText(random) })}\n{"n":1}\n{` }),
  (random) => ({
    name: 'a.geojson',
    text: `{"type":"FeatureCollection","features":[{"type":"Feature","properties":{"a":1},"geometry":${pickDrawn(random, shapes)}}]}`,
  }),
  (random) => ({ name: 'a.txt', text: nastyText(random) }),
  (random) => ({
    name: 'a.svg',
    text: `<svg xmlns="http://www.w3.org/2000/svg"><script>${nastyText(random)}</script></svg>`,
  }),
  () => ({ name: 'a.gpx', text: `<gpx>${'<trk>'.repeat(2_000)}` }),
  () => ({ name: 'a.kml', text: '<!DOCTYPE a [<!ENTITY b "c"><!ENTITY d "&b;&b;">]><kml>&d;</kml>' }),
  () => ({
    name: 'a.ics',
    text: 'BEGIN:VCALENDAR\nBEGIN:VEVENT\nDTSTART:20240101\nRRULE:FREQ=SECONDLY;COUNT=99999999\nEND:VEVENT\nEND:VCALENDAR\n',
  }),
]

/** A file to send: of a format, cut or with some bytes changed now and then, under a name that is not always its own. */
export function drawFile(random) {
  const isSample = random.whole(3) === 0
  const made = isSample ? random.pick(samples) : random.pick(texts)(random)
  let bytes = isSample ? made.bytes : Buffer.from(made.text)
  let { name } = made
  if (random.whole(5) === 0) bytes = bytes.subarray(0, random.whole(bytes.length + 1))
  if (random.whole(5) === 0 && bytes.length > 0) {
    bytes = Buffer.from(bytes)
    for (let left = 8; left > 0; left--) bytes[random.whole(bytes.length)] = random.whole(256)
  }
  if (random.whole(8) === 0) {
    bytes = gzipSync(bytes)
    name += '.gz'
  }
  if (random.whole(6) === 0)
    name = random.whole(2) === 0 ? random.pick(samples).name : nastyText(random).slice(0, 3_000)
  return { fileName: name, bytes }
}
