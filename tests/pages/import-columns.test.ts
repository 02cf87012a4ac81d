/** The columns of an imported file that the dataset does not have: each is matched, or left out. */
import { expect, test } from 'vitest'
import { trees } from './import-support'

test('columns of the file are matched with those of the dataset', async () => {
  const { rows, post } = await trees()
  const file = { name: 'trees.csv', value: 'Names;height in m;note\nOak;4;old\n' }
  const { html } = await post(file)
  // Alike names are proposed.
  expect(html).toMatch(/value="Names"[\s\S]*?<option value="name" selected="">/)
  expect(html).toMatch(/value="note"[\s\S]*?<option value="">leave out<\/option><option value="name">/)
  const columns = [
    ['Names', 'name'],
    ['height in m', 'height'],
    ['note', ''],
  ]
  const taken = await post(file, { columns })
  expect([taken.status, taken.html]).toEqual([303, expect.stringContaining('1 row added.')])
  expect(taken.html).toContain('left out: note')
  expect(await rows()).toEqual([['Oak', 4]])
  const twice = await post(file, { columns: [...columns.slice(0, 2), ['note', 'name']] })
  expect([twice.status, twice.html]).toEqual([
    400,
    expect.stringContaining('Two columns of the file are given the same column name'),
  ])
  // The choice is still there.
  expect(twice.html).toMatch(/value="note"[\s\S]*?<option value="name" selected="">/)
})

test('the columns chosen for a file stay until its rows are imported: both ways out of an error have them', async () => {
  const { id, rows, post } = await trees()
  const file = { name: 'trees.csv', value: 'Heigth,name\n4,Oak\ntall,Elm\n' }
  const columns = [['Heigth', 'height']]
  const kept = /value="Heigth"[\s\S]*?<option value="height" selected="">/
  const first = await post(file, { path: `/dataset/${id}/import?check=true` })
  expect(first.html).toContain('The file cannot be imported. Unknown column: Heigth. Choose its column below')
  expect(first.html).toMatch(kept)
  // One check reports the unknown columns, the columns of the dataset, the link to its structure, and the errors of rows.
  expect(first.html).toContain('Columns of the dataset: Tree, height.')
  expect(first.html).toContain(`/dataset/${id}/edit#schema">Add this column to the dataset</a>`)
  expect(first.html).toContain('The values of the other columns have no error.')
  const withErrors = { name: 'trees.csv', value: 'height,name,note\ntall,Oak,old\n4,Elm,new\n' }
  const both = await post(withErrors, { path: `/dataset/${id}/import?check=true` })
  expect(both.html).toContain('Unknown column: note.')
  expect(both.html).toContain('1 row has an error.')
  expect(both.html).toMatch(/class="number">2<\/td><td>height: /)
  expect(both.html).not.toContain('would be')
  const ignoring = await post(withErrors, { path: `/dataset/${id}/import?check=true`, unknown: 'ignore' })
  expect(ignoring.html).toContain('left out: note')
  expect(ignoring.html).not.toContain('Unknown column')
  const invalid = await post(file, { columns })
  expect(invalid.html).toContain('1 row has an error. Nothing was imported.')
  expect(invalid.html).toMatch(kept)
  const checked = await post(file, { columns, path: `/dataset/${id}/import?check=true` })
  expect(checked.html).toContain('Nothing would be imported.')
  expect(checked.html).toMatch(kept)
  expect(await rows()).toEqual([])

  const others = await post(file, { columns, path: `/dataset/${id}/import?errors=skip` })
  expect([others.status, others.html]).toEqual([303, expect.stringContaining('1 row added. 1 row has an error')])
  expect(others.html).not.toContain('value="Heigth"')
  const corrected = await post({ ...file, value: 'Heigth,name\n9,Elm\n' }, { columns })
  expect([corrected.status, corrected.html]).toEqual([303, expect.stringContaining('1 row added.')])
  expect(await rows()).toEqual([
    ['Elm', 9],
    ['Oak', 4],
  ])
})
