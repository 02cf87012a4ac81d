// Prints every message of the pages in both languages, a Markdown table for each file of worker/pages/messages.
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { build } from 'esbuild'

const folder = join(import.meta.dirname, '../worker/pages/messages')
const files = readdirSync(folder, { recursive: true }).filter(
  (name) => name.endsWith('.ts') && !['index.ts', 'phrase.ts'].includes(name),
)
const cell = (text) => text.replaceAll('|', '\\|').replaceAll('\n', ' ')

for (const file of files) {
  const { outputFiles } = await build({
    entryPoints: [join(folder, file)],
    bundle: true,
    write: false,
    format: 'esm',
    platform: 'node',
  })
  const source = Buffer.from(outputFiles[0].contents).toString('base64')
  const texts = Object.values(await import(`data:text/javascript;base64,${source}`))
  console.log(`## ${file.replace('.ts', '')}\n\n| Message | English | French |\n|---|---|---|`)
  for (const [key, { en, fr }] of texts.flatMap(Object.entries)) console.log(`| ${key} | ${cell(en)} | ${cell(fr)} |`)
  console.log()
}
