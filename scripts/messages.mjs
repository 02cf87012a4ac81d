// Prints every message of the pages in both languages, a Markdown table for each file of worker/pages/messages.
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { importBundled } from './import-bundled.mjs'

const folder = join(import.meta.dirname, '../worker/pages/messages')
const files = readdirSync(folder, { recursive: true }).filter(
  (name) => name.endsWith('.ts') && !['index.ts', 'phrase.ts'].includes(name),
)
const cell = (text) => text.replaceAll('|', '\\|').replaceAll('\n', ' ')

for (const file of files) {
  const texts = Object.values(await importBundled(join(folder, file)))
  console.log(`## ${file.replace('.ts', '')}\n\n| Message | English | French |\n|---|---|---|`)
  for (const [key, { en, fr }] of texts.flatMap(Object.entries)) console.log(`| ${key} | ${cell(en)} | ${cell(fr)} |`)
  console.log()
}
