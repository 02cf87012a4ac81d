/** The files that the documents name. */
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { root } from './sources'

const documents = [
  'README.md',
  'CONTRIBUTING.md',
  ...readdirSync(join(root, 'docs'), { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('.md'))
    .map((path) => `docs/${path}`),
]

test.each(documents)('the files and folders of the code that %s names exist', (path) => {
  const text = readFileSync(join(root, path), 'utf8')
  const names = [...text.matchAll(/`((?:worker|queues|applications)\/[\w./-]+|(?:tests|scripts)\/[\w./-]+\.\w+)`/g)]
  expect(names.map(([, name = '']) => name).filter((name) => !existsSync(join(root, name)))).toEqual([])
})
