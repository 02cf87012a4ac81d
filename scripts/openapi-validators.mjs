// Compiles the JSON Schemas of OpenAPI 3.0 and 3.1 into one module without eval, which workerd refuses: run it after an
// update of @seriousme/openapi-schema-validator, which maintains the schemas, or of ajv. The output is in the repository.
import { readFileSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import Ajv2020 from 'ajv/dist/2020.js'
import standalone from 'ajv/dist/standalone/index.js'
import Ajv04 from 'ajv-draft-04'
import addFormats from 'ajv-formats'
import { build } from 'esbuild'

const root = dirname(dirname(fileURLToPath(import.meta.url)))
const output = join(root, 'worker/remote-services/description/validators.js')
const require = createRequire(import.meta.url)
const schemas = join(dirname(require.resolve('@seriousme/openapi-schema-validator/package.json')), 'schemas')
const versions = [
  { version: 'v3.0', name: 'validate30', Ajv: Ajv04.default, options: { schemaId: 'auto' } },
  { version: 'v3.1', name: 'validate31', Ajv: Ajv2020.default, options: {} },
]

/** The text of the module. */
export async function compileValidators() {
  const modules = Object.fromEntries(
    versions.map(({ version, Ajv, options }) => {
      const ajv = new Ajv({ ...options, strict: false, validateFormats: true, code: { source: true, esm: true } })
      addFormats.default(ajv)
      ajv.addFormat('media-range', true)
      const schema = JSON.parse(readFileSync(join(schemas, version, 'schema.json'), 'utf8'))
      return [version, standalone.default(ajv, ajv.compile(schema))]
    }),
  )
  const { outputFiles } = await build({
    stdin: {
      contents: versions.map(({ version, name }) => `export { default as ${name} } from '${version}'`).join('\n'),
      resolveDir: root,
    },
    bundle: true,
    minify: true,
    write: false,
    format: 'esm',
    target: 'es2023',
    legalComments: 'none',
    banner: { js: '// Made by scripts/openapi-validators.mjs from @seriousme/openapi-schema-validator and ajv (MIT).' },
    plugins: [
      {
        name: 'compiled',
        setup(builder) {
          builder.onResolve({ filter: /^v3\.\d$/ }, ({ path }) => ({ path, namespace: 'compiled' }))
          builder.onLoad({ filter: /.*/, namespace: 'compiled' }, ({ path }) => ({
            contents: modules[path],
            resolveDir: root,
          }))
        },
      },
    ],
  })
  return outputFiles[0].text
}

if (process.argv[1] === fileURLToPath(import.meta.url)) writeFileSync(output, await compileValidators())
