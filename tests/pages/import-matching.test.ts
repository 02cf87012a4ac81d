/** Rows of a file that are those of the dataset, by the values of chosen columns. */
import { expect, test } from 'vitest'
import { trees } from './import-support'

const first = { name: 'trees.csv', value: 'name,height\nOak,4\nElm,5\nFir,6\n' }

test('rows are found by a column: the check counts what would be added, changed and unchanged', async () => {
  const { id, rows, post } = await trees()
  await post(first)
  const file = { name: 'trees.csv', value: 'name,height\nOak,9\nElm,5\nAsh,1\n' }
  const check = `/dataset/${id}/import?check=true`
  const checked = await post(file, { path: check, matchBy: ['name'] })
  expect(checked.html).toContain('1 row would be added.')
  expect(checked.html).toContain('1 row would be updated.')
  expect(checked.html).toContain('1 row was the same already.')
  // The choice stays for the import.
  expect(checked.html).toMatch(/name="match-0"[\s\S]*?<option value="name" selected="">/)
  expect(await rows()).toEqual([
    ['Elm', 5],
    ['Fir', 6],
    ['Oak', 4],
  ])
  expect((await post(file, { matchBy: ['name'] })).status).toBe(303)
  const after = [
    ['Ash', 1],
    ['Elm', 5],
    ['Fir', 6],
    ['Oak', 9],
  ]
  expect(await rows()).toEqual(after)
  // The same file again changes nothing.
  const again = await post(file, { path: check, matchBy: ['name'] })
  expect(again.html).not.toContain('would be')
  // Columns that the file does not have keep their values.
  await post({ name: 'trees.csv', value: 'name\nOak\n' }, { matchBy: ['name'] })
  expect(await rows()).toEqual(after)
})

test('rows without the value, and those that several rows have, are refused and named', async () => {
  const { id, rows, post } = await trees()
  await post({ name: 'trees.csv', value: 'name,height\nOak,4\nOak,5\nElm,6\n' })
  const file = { name: 'trees.csv', value: 'name,height\nOak,9\n,7\nElm,8\n' }
  const checked = await post(file, { path: `/dataset/${id}/import?check=true`, matchBy: ['name'] })
  expect(checked.html).toContain('2 rows have errors. Nothing would be imported. Without them: 1 row would be updated.')
  const sorted = async () => (await rows()).toSorted((one, other) => `${one}`.localeCompare(`${other}`))
  const refused = await post(file, { matchBy: ['name'], errors: 'skip', language: 'fr' })
  expect(refused.html).toMatch(/class="number">2<\/td><td>[^<]*Plusieurs lignes ont la même valeur dans/)
  expect(refused.html).toMatch(/class="number">3<\/td><td>[^<]*[Oo]bligatoire/)
  expect(await sorted()).toEqual([
    ['Elm', 8],
    ['Oak', 4],
    ['Oak', 5],
  ])
  // Two columns tell them apart.
  await post({ name: 'trees.csv', value: 'name,height\nOak,4\nOak,7\n' }, { matchBy: ['name', 'height'] })
  expect(await sorted()).toEqual([
    ['Elm', 8],
    ['Oak', 4],
    ['Oak', 5],
    ['Oak', 7],
  ])
})

test('a dataset with a primary key has no choice: its key finds the rows', async () => {
  const { id, rows, post } = await trees({ primaryKey: ['name'] })
  await post(first)
  const { html } = await post(
    { name: 'trees.csv', value: 'name,height\nOak,9\n' },
    { path: `/dataset/${id}/import?check=true` },
  )
  expect(html).toContain('1 row would be updated.')
  expect(html).not.toContain('match-0')
  expect((await rows()).length).toBe(3)
})
