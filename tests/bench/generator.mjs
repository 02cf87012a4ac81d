// Deterministic data: the same rows on every machine and at every run.
import { once } from 'node:events'
import { createWriteStream } from 'node:fs'
import { finished } from 'node:stream/promises'

const seed = 42

const nouns = [
  ...['analyse', 'population', 'transport', 'commune', 'école', 'région', 'département', 'santé', 'énergie', 'forêt'],
  ...['rivière', 'marché', 'budget', 'emploi', 'logement', 'culture', 'tourisme', 'agriculture', 'climat', 'bâtiment'],
  ...['réseau', 'service', 'habitant', 'entreprise', 'musée', 'quartier'],
]
const greek = ['alpha', 'beta', 'gamma', 'delta', 'epsilon', 'zeta', 'eta', 'theta', 'iota', 'kappa']

/**
 * Data sets by name: default number of rows, then the number of columns of each kind, in declaration order. `ingest` is
 * the file of the ingestion benchmark, the others are those of the contract.
 */
export const presets = {
  ingest: { rows: 1_000_000, columns: { text: 3, id: 1, kw: 1, int: 2, num: 1, date: 1, bool: 1 } },
  small: { rows: 1_000, columns: { text: 2, kw: 1, int: 1, num: 1, date: 1, geo: 1 } },
  tall: { rows: 2_000_000, columns: { text: 1, kw: 1, int: 2, date: 1 } },
  'wide-text': { rows: 300_000, columns: { text: 40, kw: 10, int: 3, date: 1 } },
  wide: { rows: 20_000, columns: { kw: 20, int: 20, num: 20, date: 10, text: 230 } },
  mixed: {
    rows: 500_000,
    columns: { text: 8, 'search-text': 4, kw: 6, int: 5, num: 4, date: 2, bool: 2, geo: 1 },
  },
}

/** 32-bit mulberry: uniform in [0, 1). */
export function mulberry32(from) {
  let state = from | 0
  return function draw() {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}

const whole = (draw, below) => Math.floor(draw() * below)
const two = (number) => String(number).padStart(2, '0')

/** What a kind of column holds: text of a value, in the order of its draws. */
const values = {
  text(draw) {
    let words = nouns[whole(draw, nouns.length)]
    for (let left = 2 + whole(draw, 4); left > 0; left--) words += ` ${nouns[whole(draw, nouns.length)]}`
    return words
  },
  id: (_, row) => `row-${row}`,
  kw: (draw) => `cat-${greek[whole(draw, greek.length)]}`,
  int: (draw) => String(whole(draw, 1_000_000)),
  num: (draw) => String(Math.round(draw() * 1_000_000) / 100),
  date: (draw) => `${2018 + whole(draw, 7)}-${two(1 + whole(draw, 12))}-${two(1 + whole(draw, 28))}`,
  bool: (draw) => (draw() < 0.5 ? 'true' : 'false'),
  lat: (draw) => (41 + draw() * 10).toFixed(6),
  lon: (draw) => (-5 + draw() * 15).toFixed(6),
}
values['search-text'] = values.text

const latitude = 'http://schema.org/latitude'
const longitude = 'http://schema.org/longitude'

/** Columns of a preset: key, kind of values, and what the schema of the dataset is given by PATCH. */
export function columnsOf(name) {
  const columns = []
  let texts = 0
  for (const [kind, count] of Object.entries(presets[name].columns)) {
    for (let at = 1; at <= count; at++) {
      if (kind === 'geo') {
        columns.push({ key: 'lat', kind: 'lat', patch: { 'x-refersTo': latitude } })
        columns.push({ key: 'lon', kind: 'lon', patch: { 'x-refersTo': longitude } })
      } else if (kind === 'text') columns.push({ key: `text${++texts}`, kind })
      else if (kind === 'search-text') {
        columns.push({ key: `text${++texts}`, kind, patch: { 'x-capabilities': { index: false, values: false } } })
      } else if (kind === 'kw') {
        columns.push({ key: `kw${at}`, kind, patch: { 'x-capabilities': { text: false, textStandard: false } } })
      } else columns.push({ key: kind === 'id' ? 'id' : `${kind}${at}`, kind })
    }
  }
  return columns
}

/** The rows of a preset as arrays of texts. */
export function* rowsOf(name, rows = presets[name].rows) {
  const draw = mulberry32(seed)
  const makers = columnsOf(name).map(({ kind }) => values[kind])
  for (let row = 0; row < rows; row++) yield makers.map((make) => make(draw, row))
}

/**
 * Writes a preset as CSV in constant memory. No value needs quotes.
 *
 * @param limits `rows`, or `bytes` to stop at the first line that passes them
 * @returns the number of lines and bytes of the file
 */
export async function writeCsv(path, name, { rows, bytes = Number.POSITIVE_INFINITY } = {}) {
  const file = createWriteStream(path)
  let text = `${columnsOf(name).map(({ key }) => key)}\n`
  let lines = 0
  let written = 0
  const flush = async () => {
    const chunk = Buffer.from(text)
    text = ''
    written += chunk.length
    if (!file.write(chunk)) await once(file, 'drain')
  }
  for (const cells of rowsOf(name, Number.isFinite(bytes) ? Number.POSITIVE_INFINITY : rows)) {
    text += `${cells}\n`
    lines++
    if (text.length > 1_000_000 || written + text.length >= bytes) await flush()
    if (written >= bytes) break
  }
  await flush()
  file.end()
  await finished(file)
  return { rows: lines, bytes: written }
}
