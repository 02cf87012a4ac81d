// Builds the files that browsers load: styles and islands of worker/pages, the bundled applications, and two large libraries,
// which pages load from the service itself. The output folder, public/build/, is not in the repository.
import { copyFileSync, existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { build } from 'esbuild'
import { buildApplications } from './applications.mjs'
import { vueFiles } from './vue-files.mjs'

const root = dirname(dirname(fileURLToPath(import.meta.url)))
const target = join(root, 'public/build')
mkdirSync(target, { recursive: true })

const bundles = join(root, 'worker/pages/styles/bundles')
const islands = join(root, 'worker/pages/islands')
/** Those of pages in frames, and of pages with frames. */
const framing = join(islands, 'framing')
/** Runs in pages of other authors, as a script without names of its own. */
const inOtherPages = join(framing, 'content-window.ts')
const options = {
  outdir: target,
  entryNames: '[name]',
  bundle: true,
  minify: true,
  target: ['es2023', 'chrome123', 'firefox121', 'safari17.5'],
  tsconfigRaw: {},
  logLevel: 'warning',
  external: ['*.woff2'],
  plugins: [vueFiles],
  // The form library names this component by its earlier place.
  alias: { 'vuetify/labs/VColorInput': 'vuetify/components/VColorInput' },
  define: {
    'process.env.NODE_ENV': '"production"',
    'process.env.VITE_LOGGER_ENABLED': 'undefined',
    __VUE_OPTIONS_API__: 'true',
    __VUE_PROD_DEVTOOLS__: 'false',
    __VUE_PROD_HYDRATION_MISMATCH_DETAILS__: 'false',
  },
}
await build({
  ...options,
  format: 'esm',
  entryPoints: [
    ...readdirSync(bundles).map((name) => join(bundles, name)),
    ...[islands, framing]
      .flatMap((folder) => readdirSync(folder).map((name) => join(folder, name)))
      .filter((path) => path.endsWith('.ts') && path !== inOtherPages),
  ],
})
await build({ ...options, format: 'iife', entryPoints: [inOtherPages] })

await buildApplications(root)

await fromPackage('@scalar/api-reference', 'dist/browser/standalone.js', 'scalar.js')
await fromPackage('maplibre-gl', 'dist/maplibre-gl-worker.mjs', 'map-worker.js')
// The scripts with which a framed page speaks to the one that frames it, in the protocols of d-frame and iframe-resizer.
await fromPackage('@data-fair/frame', 'dist/d-frame.min.js', 'd-frame.min.js')
await fromPackage('@data-fair/frame', 'dist/v-iframe-compat/d-frame-content.min.js', 'd-frame-content.min.js')
await fromPackage(
  'iframe-resizer',
  'js/iframeResizer.contentWindow.min.js',
  'iframeResizer.contentWindow.min.js',
  (bytes) => bytes.toString().replace(/\n\/\/# sourceMappingURL=.*\s*$/, '\n'),
)
await fromPackage('world-atlas', 'countries-50m.json', 'land.json', (bytes) => shapesOf(bytes.toString(), 'countries'))
await fromPackage('world-atlas', 'land-110m.json', 'continents.json', (bytes) => shapesOf(bytes.toString(), 'land'))

await fromPackage('@fontsource-variable/inter', 'files/inter-latin-wght-normal.woff2', 'inter.woff2', latinSubset)
await fromPackage('@fontsource-variable/inter', 'LICENSE', 'inter-license.txt')

// Applications have copies in their own folders: they may be served from another host.
copyFileSync(join(target, 'land.json'), join(target, 'applications/map/land.json'))
for (const name of readdirSync(join(target, 'applications')))
  copyFileSync(join(target, 'inter.woff2'), join(target, 'applications', name, 'inter.woff2'))

/** The characters of English and French interfaces, and the weights that the styles use: a third of the size of the font. */
async function latinSubset(bytes) {
  const { default: subsetFont } = await import('subset-font')
  const range = (from, to) => String.fromCodePoint(...Array.from({ length: to - from + 1 }, (_, at) => from + at))
  const characters = `${range(0x20, 0x7e)}${range(0xa0, 0xff)}Œœ€™–—‘’“”„…•‹›←↑→↓−×÷≤≥≠≈‰\u2009\u202f`
  return subsetFont(bytes, characters, { targetFormat: 'woff2', variationAxes: { wght: { min: 400, max: 700 } } })
}

/** The shapes of an object of a topology, as GeoJSON. */
async function shapesOf(text, object) {
  const { feature } = await import('topojson-client')
  const world = JSON.parse(text)
  const { features } = feature(world, world.objects[object])
  // 0.001° is about 100 m: the source has a lower precision.
  const rounded = (position) =>
    typeof position[0] === 'number'
      ? position.map((coordinate) => Math.round(coordinate * 1e3) / 1e3)
      : position.map(rounded)
  const unwrap = ({ type, coordinates }) =>
    type === 'Polygon' ? coordinates.map(unwrapped) : coordinates.map((polygon) => polygon.map(unwrapped))
  const shapes = features.map(({ geometry }) => ({
    type: 'Feature',
    properties: {},
    geometry: { type: geometry.type, coordinates: rounded(unwrap(geometry)) },
  }))
  return JSON.stringify({ type: 'FeatureCollection', features: shapes })
}

/** Continues a ring beyond ±180° where it crosses the antimeridian, so that no line is drawn across the whole map. */
function unwrapped(ring) {
  let turns = 0
  const shifted = ring.map(([longitude, latitude], at) => {
    const [before] = ring[at - 1] ?? [longitude]
    if (Math.abs(longitude - before) > 180) turns += longitude < before ? 360 : -360
    return [longitude + turns, latitude]
  })
  // The ends of a ring around a pole differ after unwrapping: it stays unchanged.
  return shifted[0][0] === shifted.at(-1)[0] ? shifted : ring
}

/** Copies a file of a package, transformed by `change`, if the package is newer than the copy. */
async function fromPackage(name, file, output, change) {
  const folder = join(root, 'node_modules', name)
  const [source, copy] = [join(folder, file), join(target, output)]
  if (existsSync(copy) && statSync(copy).mtimeMs > statSync(join(folder, 'package.json')).ctimeMs) return
  if (change) writeFileSync(copy, await change(readFileSync(source)))
  else copyFileSync(source, copy)
}
