// Builds what browsers load: styles and islands of worker/pages, and the two large libraries, served from here and from
// nowhere else. Everything goes to public/build/, which is not kept in the repository.
import { copyFileSync, existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { build } from 'esbuild'

const root = dirname(dirname(fileURLToPath(import.meta.url)))
const target = join(root, 'public/build')
mkdirSync(target, { recursive: true })

const islands = join(root, 'worker/pages/islands')
await build({
  entryPoints: [
    join(root, 'worker/pages/styles/fairway.css'),
    ...readdirSync(islands)
      .filter((name) => name.endsWith('.ts'))
      .map((name) => join(islands, name)),
  ],
  outdir: target,
  entryNames: '[name]',
  bundle: true,
  minify: true,
  format: 'esm',
  target: ['es2023', 'chrome123', 'firefox121', 'safari17.5'],
  tsconfigRaw: {},
  logLevel: 'warning',
})

await fromPackage('@scalar/api-reference', 'dist/browser/standalone.js', 'scalar.js')
await fromPackage('maplibre-gl', 'dist/maplibre-gl-worker.mjs', 'map-worker.js')
await fromPackage('world-atlas', 'countries-50m.json', 'land.json', async (text) => {
  const { feature } = await import('topojson-client')
  const world = JSON.parse(text)
  const { features } = feature(world, world.objects.countries)
  // A thousandth of a degree is a hundred metres: the source is coarser.
  const rounded = (position) =>
    typeof position[0] === 'number' ? position.map((one) => Math.round(one * 1e3) / 1e3) : position.map(rounded)
  const whole = ({ type, coordinates }) =>
    type === 'Polygon' ? coordinates.map(unwrapped) : coordinates.map((polygon) => polygon.map(unwrapped))
  const shapes = features.map(({ geometry }) => ({
    type: 'Feature',
    properties: {},
    geometry: { type: geometry.type, coordinates: rounded(whole(geometry)) },
  }))
  return JSON.stringify({ type: 'FeatureCollection', features: shapes })
})

/** A ring that crosses the 180th meridian goes on beyond it, so that no line is drawn around the world. */
function unwrapped(ring) {
  let turns = 0
  const moved = ring.map(([longitude, latitude], at) => {
    const [before] = ring[at - 1] ?? [longitude]
    if (Math.abs(longitude - before) > 180) turns += longitude < before ? 360 : -360
    return [longitude + turns, latitude]
  })
  // One that goes around a pole does not come back to where it began: it stays as it is.
  return moved[0][0] === moved.at(-1)[0] ? moved : ring
}

/** Copies a file of a package, changed where asked; only when the package is newer. */
async function fromPackage(name, file, as, change) {
  const folder = join(root, 'node_modules', name)
  const [source, copy] = [join(folder, file), join(target, as)]
  if (existsSync(copy) && statSync(copy).mtimeMs > statSync(join(folder, 'package.json')).ctimeMs) return
  if (change) writeFileSync(copy, await change(readFileSync(source, 'utf8')))
  else copyFileSync(source, copy)
}
