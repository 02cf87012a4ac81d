/** The compiled validators are those of the installed schemas. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
// A script without types.
import { compileValidators } from '../../../scripts/openapi-validators.mjs'
import { root } from '../../architecture/sources'

test('the validators are compiled from the installed schemas, without code generation at run time', async () => {
  const text = readFileSync(join(root, 'worker/remote-services/description/validators.js'), 'utf8')
  // Not toBe: a difference would print both, 300 kB each.
  expect(text === (await compileValidators()), 'run node scripts/openapi-validators.mjs').toBe(true)
  expect(text).not.toMatch(/\beval\(|new Function\(|\bFunction\(/)
})
