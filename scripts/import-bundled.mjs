import { build } from 'esbuild'

/** Imports a TypeScript module with its own imports, which Node alone does not resolve without their extensions. */
export async function importBundled(path) {
  const { outputFiles } = await build({
    entryPoints: [path],
    bundle: true,
    write: false,
    format: 'esm',
    platform: 'node',
  })
  const source = Buffer.from(outputFiles[0].contents).toString('base64')
  return import(`data:text/javascript;base64,${source}`)
}
