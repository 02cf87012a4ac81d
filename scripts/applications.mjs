// Builds the applications that are delivered with the service: each folder of applications/ with an index.html becomes a folder
// of public/build/applications/.
import { copyFileSync, existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { build } from 'esbuild'

/**
 * @param {string} root folder of the project
 * @param {string} output folder of the results
 */
export async function buildApplications(root, output = join(root, 'public/build/applications')) {
  const source = join(root, 'applications')
  const mapLibre = join(root, 'node_modules/maplibre-gl/src')
  const common = {
    bundle: true,
    minify: true,
    legalComments: 'none',
    format: 'esm',
    target: ['es2023', 'chrome123', 'firefox121', 'safari17.5'],
    tsconfigRaw: { compilerOptions: { jsx: 'react-jsx', jsxImportSource: 'preact', useDefineForClassFields: false } },
    logLevel: 'warning',
    external: ['*.woff2'],
  }
  const loader = await build({
    ...common,
    entryPoints: [join(source, 'shared/loader.js')],
    format: 'iife',
    write: false,
  })
  for (const name of readdirSync(source)) {
    const folder = join(source, name)
    if (!existsSync(join(folder, 'index.html'))) continue
    const target = join(output, name)
    mkdirSync(target, { recursive: true })
    await build({
      ...common,
      entryPoints: [
        { in: join(folder, 'main.tsx'), out: 'main' },
        // The worker of MapLibre shares most of its code with the page: from its sources, that code is loaded once.
        ...(name === 'map' ? [{ in: join(mapLibre, 'source/worker.ts'), out: 'worker' }] : []),
      ],
      alias: { 'maplibre-gl': join(mapLibre, 'index.ts') },
      outdir: target,
      splitting: true,
      chunkNames: 'chunk',
      plugins: [withoutUnusedParts],
    })
    const page = readFileSync(join(folder, 'index.html'), 'utf8')
    writeFileSync(
      join(target, 'index.html'),
      page.replace('%LOADER%', () => loader.outputFiles[0].text.trim()),
    )
    for (const file of ['config-schema.json', 'thumbnail.png', 'icon.png'])
      copyFileSync(join(folder, file), join(target, file))
  }
}

/**
 * Parts of MapLibre that our map never calls, a fifth of its size: the decoder of another tile format, the validation of styles
 * (ours is checked by types), globes, terrain, and layers of other kinds than background, fill, line, circle, symbol and raster.
 */
const unused = [
  /@maplibre\/mlt\//,
  /maplibre-gl\/package\.json/,
  /maplibre-gl\/src\/style\/validate_style\.ts/,
  /maplibre-gl\/src\/style\/style_layer\/(heatmap|hillshade|color_relief|fill_extrusion|custom)_style_layer/,
  /maplibre-gl\/src\/data\/(dem_data|bucket\/(heatmap|fill_extrusion)_bucket)\.ts/,
  /maplibre-gl\/src\/source\/((canvas|image|video)_source|raster_dem_tile_(worker_)?source)\.ts/,
  /maplibre-gl\/src\/geo\/projection\/(globe_transform|globe_camera_helper|globe_covering_tiles_details_provider|globe_projection)\.ts/,
  /maplibre-gl\/src\/geo\/projection\/vertical_perspective_(transform|camera_helper|projection)\.ts/,
  /maplibre-gl\/src\/(ui\/hash|render\/terrain|tile\/terrain_tile_manager|webgl\/render_to_texture)\.ts/,
  /maplibre-gl\/src\/webgl\/draw\/draw_(hillshade|color_relief|terrain|sky|heatmap|fill_extrusion|debug|collision_debug|custom)\.ts/,
  /maplibre-gl\/src\/shaders\/glsl\/(hillshade|color_relief|terrain|sky|heatmap|fill_extrusion|debug|collision|atmosphere|_projection_globe)/,
]

/** Replaces the exports of these modules by values of the same kind that nothing uses. */
const withoutUnusedParts = {
  name: 'without-unused-parts',
  setup(builder) {
    // Controls and markers that are not imported: the package says that all its files have effects.
    builder.onResolve({ filter: /^\.\/ui\/(control\/|marker)/ }, ({ path, resolveDir }) => ({
      path: join(resolveDir, path),
      sideEffects: false,
    }))
    builder.onLoad({ filter: /maplibre/ }, ({ path }) => {
      const text = readFileSync(path, 'utf8')
      if (!unused.some((part) => part.test(path.replaceAll('\\', '/')))) return withModulesOf('gl-matrix', path, text)
      const declared = [
        ...text.matchAll(/^export (?:async |abstract )*(function|class|const|let)\s+(\w+)(: ReadonlySet)?/gm),
      ]
      const listed = [...text.matchAll(/^export\s*\{([^}]*)\}/gm)].flatMap(([, names]) =>
        names.split(',').map((one) =>
          one
            .trim()
            .split(/\s+as\s+/)
            .at(-1),
        ),
      )
      const nothing = '() => false'
      const lines = [
        ...declared.map(([, kind, name, isSet]) =>
          kind === 'class' ? `export class ${name} {}` : `export const ${name} = ${isSet ? 'new Set()' : nothing}`,
        ),
        ...listed.filter(Boolean).map((name) => `export const ${name} = ${nothing}`),
        ...(/^export default/m.test(text) || path.endsWith('.json') ? ["export default ''"] : []),
      ]
      return { contents: lines.join('\n'), loader: 'js' }
    })
  },
}

/** Imports the modules of a package by themselves: of what the package exports as a whole, nothing could be left out. */
function withModulesOf(name, path, text) {
  if (!path.endsWith('.ts') || !text.includes(`from '${name}'`)) return undefined
  const contents = text.replace(new RegExp(`^import \\{([^}]*)\\} from '${name}';`, 'gm'), (_, names) =>
    names
      .split(',')
      .map((one) => one.trim())
      .filter((one) => !one.startsWith('type '))
      .map((one) => `import * as ${one} from '${name}/esm/${one}.js';`)
      .join(' '),
  )
  return { contents, loader: 'ts' }
}
