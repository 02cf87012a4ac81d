/** The history of the rows of an editable dataset, and the undo of a change, by plain forms. */
import { describe, expect, test } from 'vitest'
import { keyOf, signedIn } from '../support/accounts'
import { lines, untilFinalized } from '../support/datasets'
import { bulk, createEditable, patchLine } from '../support/editable'
import { ask, send } from '../support/http'
import { page, published, submit } from './support'

const admin = async () => (await signedIn('ann', [{ organization: 'town', role: 'admin' }])).as('town')
const schema = [
  { key: 'name', type: 'string', title: 'Name' },
  { key: 'height', type: 'integer', title: 'Height' },
]
const oak = { _id: 'oak', name: 'Oak', height: 12 }
const elm = { _id: 'elm', name: 'Elm', height: 20 }

async function dataset(said: Record<string, unknown> = {}) {
  const key = await keyOf()
  const { id } = await createEditable(key, { schema, rest: { history: true, storeUpdatedBy: true }, ...said })
  return { id, key, path: `/dataset/${id}/history`, headers: await admin() }
}

/** The ranges of the changes that the page offers to undo, newest first. */
async function ranges(path: string, headers: Record<string, string>): Promise<{ first: string; last: string }[]> {
  const { html } = await page(path, { headers })
  return [...html.matchAll(/name="first" value="(\d+)"\/><input type="hidden" name="last" value="(\d+)"/g)].map(
    ([, first = '', last = '']) => ({ first, last }),
  )
}

const rowsOf = async (id: string, key: string) =>
  (await lines(id, '?sort=name&select=_id,name,height', key)).results.map(({ _id, name, height }) => [
    _id,
    name,
    height,
  ])

async function undo(path: string, range: { first: string; last: string } | undefined, headers: Record<string, string>) {
  const answer = await submit(path, { ...range }, { headers })
  expect(answer.status).toBe(303)
  const { pathname, search } = new URL(answer.headers.get('location') ?? '')
  return (await page(pathname + search, { headers })).html
}

describe('the history of the rows', () => {
  test('shows what each change did, and undoes it', async () => {
    const { id, key, path, headers } = await dataset()
    await bulk(id, key, [oak, elm])
    // Of another author: a change of its own.
    const json = [
      { _action: 'patch', _id: 'oak', height: 13 },
      { _action: 'delete', _id: 'elm' },
      { _id: 'ash', name: 'Ash', height: 5 },
    ]
    expect((await send(`/api/v1/datasets/${id}/_bulk_lines`, { method: 'POST', headers, json })).status).toBe(200)
    const { html } = await page(path, { headers })
    expect(html).toContain('1 row added, 1 row changed, 1 row deleted')
    expect(html).toContain('2 rows added')
    expect(html).toMatch(/<strong>Oak<\/strong><span class="difference">Height <del>12<\/del> <ins>13<\/ins>/)
    const [latest, first] = await ranges(path, headers)
    const undone = await undo(path, latest, headers)
    expect(undone).toContain('3 rows were restored.')
    expect(await rowsOf(id, key)).toEqual([
      ['elm', 'Elm', 20],
      ['oak', 'Oak', 12],
    ])
    // The undo is a change too: it is undone in turn.
    const [redo] = await ranges(path, headers)
    await undo(path, redo, headers)
    expect(await rowsOf(id, key)).toEqual([
      ['ash', 'Ash', 5],
      ['oak', 'Oak', 13],
    ])
    // All rows of the first change were written since.
    expect(await undo(path, first, headers)).toContain('2 rows were changed since, and stay as they are.')
  })

  test('rows that were changed since stay as they are', async () => {
    const { id, key, path, headers } = await dataset({ primaryKey: ['name'] })
    await bulk(id, key, [
      { name: 'Oak', height: 12 },
      { name: 'Elm', height: 20 },
    ])
    const [added] = await ranges(path, headers)
    const [[lineId]] = (await rowsOf(id, key)) as [[string]]
    expect((await patchLine(id, key, lineId, { height: 21 })).status).toBe(200)
    const html = await undo(path, added, headers)
    expect(html).toContain('1 row was restored. 1 row was changed since, and stays as it is.')
    expect((await rowsOf(id, key)).map(([, name, height]) => [name, height])).toEqual([['Elm', 21]])
  })

  test('rows of a deletion that somebody restored meanwhile come back once', async () => {
    const { id, key, path, headers } = await dataset()
    await bulk(id, key, [oak, elm])
    await bulk(id, key, [{ _action: 'delete', _id: 'elm' }])
    const [deletion] = await ranges(path, headers)
    await ask(`/api/v1/datasets/${id}/_restore_lines`, { key, json: { first: 0, last: Number.MAX_SAFE_INTEGER } })
    expect(await undo(path, deletion, headers)).toContain('1 row was changed since, and stays as it is.')
    const [restoration] = await ranges(path, headers)
    await undo(path, restoration, headers)
    const [again] = await ranges(path, headers)
    await Promise.all([undo(path, again, headers), undo(path, again, headers)])
    expect((await rowsOf(id, key)).map(([_id]) => _id)).toEqual(['elm', 'oak'])
  })

  test('names the rows that the dataset refuses, and why', async () => {
    const constraints = [{ type: 'unique', properties: ['name'] }]
    const { id, key, path, headers } = await dataset({ constraints })
    await bulk(id, key, [oak, elm])
    await bulk(id, key, [
      { _action: 'delete', _id: 'oak' },
      { _action: 'delete', _id: 'elm' },
    ])
    const [deletion] = await ranges(path, headers)
    await bulk(id, key, [{ _id: 'other', name: 'Elm', height: 3 }])
    const html = await undo(path, deletion, headers)
    expect(html).toContain('1 row was restored. 1 row was refused: its earlier values break a rule of the columns.')
    expect(html).toMatch(/<li><strong>Elm<\/strong> — [^<]*Name/)
  })

  test('a large change is shown in part, and undone as a whole', async () => {
    const { id, key, path, headers } = await dataset()
    const many = Array.from({ length: 1_203 }, (_, at) => ({ _id: `t${at}`, name: `Tree ${at}`, height: at }))
    await bulk(id, key, many)
    const changes = await ranges(path, headers)
    const { html } = await page(path, { headers })
    expect(html).toContain('Show the rows')
    for (const change of changes) await undo(path, change, headers)
    expect(await rowsOf(id, key)).toEqual([])
  })

  test('long texts are restored, and not compared', async () => {
    const { id, key, path, headers } = await dataset()
    const long = Array.from({ length: 12 }, (_, at) => ({
      _id: `t${at}`,
      name: `${at} `.padEnd(300_000, 'x'),
      height: at,
    }))
    await bulk(id, key, long)
    const json = long.map(({ _id }) => ({ _action: 'delete', _id }))
    expect((await send(`/api/v1/datasets/${id}/_bulk_lines`, { method: 'POST', headers, json })).status).toBe(200)
    const [deletion] = await ranges(path, headers)
    expect(await undo(path, deletion, headers)).toContain('12 rows were restored.')
    const restored = await rowsOf(id, key)
    expect(
      restored
        .map(([_id, name, height]) => ({ _id, name, height }))
        .sort((a, b) => Number(a.height) - Number(b.height)),
    ).toEqual(long)
  })

  test('is read by those who read revisions, and undone by those who write rows', async () => {
    const { id, key, path, headers } = await dataset()
    await bulk(id, key, [oak])
    const reader = (await signedIn('rob', [{ organization: 'town', role: 'user' }])).as('town')
    expect((await page(path, { headers: reader })).status).toBe(403)
    expect((await submit(path, { first: '1', last: '9' }, { headers: reader })).status).toBe(403)
    expect((await submit(path, { first: 'x', last: '9' }, { headers })).status).toBe(400)
    const plain = await createEditable(key, { schema })
    expect((await page(`/dataset/${plain.id}/history`, { headers })).status).toBe(200)
  })
})

test('members who may edit see who wrote a change that lines do not name, also through the API', async () => {
  const { id, key, path, headers } = await dataset({ rest: { history: true } })
  const contributors = { type: 'organization', id: 'town', roles: ['contrib'], classes: ['list', 'read', 'write'] }
  const permissions = [contributors, { classes: ['list', 'read'] }]
  await ask(`/api/v1/datasets/${id}/permissions`, { key, method: 'PUT', json: permissions })
  const rows = { method: 'POST', headers, json: [oak, elm] }
  expect((await send(`/api/v1/datasets/${id}/_bulk_lines`, rows)).status).toBe(200)
  const change = { method: 'POST', headers, json: [{ _action: 'delete', _id: 'elm' }] }
  expect((await send(`/api/v1/datasets/${id}/_bulk_lines`, change)).status).toBe(200)
  const contributor = (await signedIn('zoe', [{ organization: 'town', role: 'contrib' }])).as('town')
  const member = (await signedIn('bob', [{ organization: 'town', role: 'user' }])).as('town')
  const stranger = (await signedIn('eve', [{ organization: 'village', role: 'admin' }])).as('village')
  for (const [reader, seen] of [
    [headers, 2],
    [contributor, 2],
    [member, 0],
    [stranger, 0],
    [undefined, 0],
  ] as const) {
    const { html } = await page(path, reader ? { headers: reader } : {})
    expect(html.split('<strong>ann · </strong>').length - 1).toBe(seen)
    const answer = await send(`/api/v1/datasets/${id}/revisions`, reader ? { headers: reader } : {})
    const text = await answer.text()
    expect(text.split('"_updatedByName":"ann"').length - 1).toBe(seen === 0 ? 0 : 3)
    expect(text).not.toContain('_revisedBy')
  }
  expect((await lines(id, '', key)).results[0]).not.toHaveProperty('_updatedByName')
})

test('the history is switched on in the edit page, to which its page leads those who may', async () => {
  const { id, key, path, headers } = await dataset({ rest: {} })
  await bulk(id, key, [oak])
  const off = await page(path, { headers })
  expect(off.status).toBe(200)
  expect(off.html).toContain('does not keep the history of its rows')
  expect(off.html).toContain(`/dataset/${id}/edit#history"`)
  const edit = await page(`/dataset/${id}/edit`, { headers })
  expect(edit.html).toMatch(/<input type="checkbox" name="history" value="true"\/>/)
  const reader = (await signedIn('bob', [{ organization: 'town', role: 'user' }])).as('town')
  const readers = await page(path, { headers: reader })
  expect(readers.html).not.toContain('/edit#history')
  expect((await submit(`/dataset/${id}/edit`, { part: 'history', history: 'true' }, { headers })).status).toBe(303)
  await untilFinalized(id, key)
  await patchLine(id, key, 'oak', { height: 13 })
  expect((await page(path, { headers })).html).toContain('1 row changed')
  expect((await submit(`/dataset/${id}/edit`, { part: 'history' }, { headers })).status).toBe(303)
  await untilFinalized(id, key)
  expect((await page(path, { headers })).html).toContain('does not keep the history of its rows')
})

test('the rows of a file have no history, and their page says so', async () => {
  const headers = await admin()
  const { id } = await published(await keyOf())
  const { html } = await page(`/dataset/${id}/history`, { headers })
  expect(html).toContain('Only editable datasets keep a history of their rows.')
  expect(html).not.toContain('Keep the history')
})
