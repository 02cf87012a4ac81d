import { execFileSync } from 'node:child_process'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { messages } from '../../../worker/pages/messages'
import { root } from '../../architecture/sources'

test('npm run messages prints every message in both languages, in the order of a file', () => {
  const printed = execFileSync(process.execPath, [join(root, 'scripts/messages.mjs')], { encoding: 'utf8' })
  const rows = printed
    .split('\n')
    .filter((line) => /^\| .* \| .* \| .* \|$/.test(line) && !line.startsWith('| Message'))
  const expected = Object.entries(messages).map(([key, { en, fr }]) =>
    `| ${key} | ${en} | ${fr} |`.replaceAll('\n', ' '),
  )
  expect(rows.map((row) => row.replaceAll('\\|', '|')).toSorted()).toEqual(expected.toSorted())
})
