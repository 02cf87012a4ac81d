/** Lists remember what they have counted and sorted: after any write they answer each caller as if they counted again. */
import { env } from 'cloudflare:workers'
import { expect, test } from 'vitest'
import { foldAccents } from '../../../worker/schema/fold-accents'
import { ann, keyOf, signedIn, superAdminHeaders, town, village } from '../../support/accounts'
import type { Dataset } from '../../support/datasets'
import { postLine } from '../../support/editable'
import { ask, json, type Sent, send } from '../../support/http'
import { seeded } from '../../support/random'
import { rows } from '../../support/stored'

type Page = { count: number; results: Dataset[] }

const queries = [
  'size=5&facets=owner,visibility,topics,keywords,short-concept,field-type,license,type,publicationSites,status&sums=count',
  'size=3&q=budget forets&facets=keywords,owner',
  'size=5&q="udget é" -bois&sort=-modified',
  'size=3&q=éc or&facets=visibility',
  'size=4&can=read,writeData&sort=title',
  'size=4&can=list&facets=owner&topics=t1',
  'size=9&mine=true&sort=-updatedAt&facets=visibility,status&sums=count',
  'size=2&page=2&sort=-count&visibility=private,protected',
  'size=2&sort=owner,-createdAt&file=true',
]
const words = ['Budget', 'Écoles', 'Forêts', 'Or', 'Bois', 'Transports'] as const
const rights: [object[], ...object[][]] = [
  [],
  [{ classes: ['list', 'read'] }],
  [{ type: 'organization', id: 'town', classes: ['list'] }],
  [{ type: 'organization', id: 'town', department: 'roads', roles: ['user'], classes: ['list', 'read', 'write'] }],
  [{ type: 'user', id: 'bob', operations: ['list', 'writeData'] }],
  [{ type: 'user', email: 'bob@example.org', classes: ['list'] }],
]

const versions = async () => JSON.stringify(await rows('select * from catalogue_versions'))
/** Makes the lists compute again. False when the versions are no longer these: the queue has written meanwhile. */
const forget = async (current: string) => {
  const text = `update catalogue_versions set descriptions = hex(randomblob(8)), datasets = hex(randomblob(8))
    where json_array(json_object('descriptions', descriptions, 'datasets', datasets)) = ?`
  return (await env.DB.prepare(text).bind(current).run()).meta.changes === 1
}
let compared = 0

async function expectCurrent(callers: Record<string, Sent>, step: string) {
  const readAll = async () => {
    const before = await versions()
    const answers: Record<string, unknown> = {}
    for (const [name, caller] of Object.entries(callers))
      for (const query of queries)
        answers[`${step}: ${name}: ${query}`] = await ask(`/api/v1/datasets?${query}`, caller)
    // The queue may write meanwhile.
    return (await versions()) === before ? { answers, before } : undefined
  }
  const remembered = await readAll()
  if (!remembered || !(await forget(remembered.before))) return
  // The next step uses the remembered lists of this one.
  const computed = await readAll()
  if (!computed) return
  compared++
  expect(remembered.answers).toEqual(computed.answers)
}

/** Writes of all kinds, each to a random dataset. */
function writesOf({ pick, whole }: ReturnType<typeof seeded>, keys: Record<'town' | 'ann', string>, admin: Sent) {
  const live: { id: string; key: string; isEditable: boolean }[] = []
  const deleted: string[] = []
  let patches = 0
  const some = () => live[whole(live.length)]
  const description = () => ({
    title: `${pick(words)} ${pick(words)}`,
    keywords: [pick(words), pick(words)],
    topics: [{ id: `t${whole(3)}`, title: pick(words) }],
    license: { title: pick(words), href: `https://example.org/${whole(2)}` },
  })
  const create = async (key: string, isEditable: boolean) => {
    const kind = isEditable ? { isRest: true, schema: [{ key: 'species', type: 'string' }] } : { isMetaOnly: true }
    const response = await send('/api/v1/datasets', { key, json: { ...kind, ...description() } })
    const { id } = await json<Dataset>(response.clone())
    live.push({ id, key, isEditable })
    return response
  }
  const path = (id: string, more = '') => `/api/v1/datasets/${id}${more}`
  const writes: Record<string, () => Promise<Response | undefined> | undefined> = {
    create: () => create(pick([keys.town, keys.ann]), whole(3) === 0),
    patch: () => {
      const one = some()
      // The licence, then the topics, then the keywords alone.
      const [name, value] = Object.entries(description()).at(--patches) ?? []
      const change = Object.fromEntries([[name, value]])
      return one && send(path(one.id), { key: one.key, method: 'PATCH', json: change })
    },
    permit: () => {
      const one = some()
      return one && send(path(one.id, '/permissions'), { key: one.key, method: 'PUT', json: pick(rights) })
    },
    writeLine: () => {
      const one = live.find(({ isEditable }) => isEditable)
      return one && postLine(one.id, one.key, { species: pick(words) })
    },
    describeColumn: () => {
      const one = live.findLast(({ isEditable }) => isEditable)
      const schema = [{ key: 'species', type: 'string', 'x-refersTo': 'http://schema.org/postalCode' }]
      return one && send(path(one.id), { key: one.key, method: 'PATCH', json: { schema } })
    },
    give: () => {
      const one = live.findLast(({ key }) => key === keys.town)
      const owner = pick([town, { ...town, department: 'roads', departmentName: 'ROADS' }, village])
      if (one && owner === village) live.splice(live.indexOf(one), 1)
      return one && send(path(one.id, '/owner'), { ...admin, method: 'PUT', json: owner })
    },
    delete: async () => {
      const [one] = live.splice(1 + whole(live.length - 1), 1)
      if (one) deleted.push(one.id)
      return one && send(path(one.id), { key: one.key, method: 'DELETE' })
    },
    restore: () => send(`/api/v1/deleted-datasets/${deleted.pop()}/restore`, { ...admin, method: 'POST' }),
  }
  return { writes: Object.entries(writes), create }
}

test('after random writes, lists answer each caller as if nothing were remembered', async () => {
  const random = seeded(81)
  const member = { organization: 'town', role: 'user', department: 'roads' } as const
  const ada = await signedIn('ada', [{ organization: 'town', role: 'admin' }])
  const bob = await signedIn('bob', [member])
  const operator = { headers: await superAdminHeaders() }
  const keys = { town: await keyOf(town), ann: await keyOf(ann) }
  const callers: Record<string, Sent> = {
    anonymous: {},
    administrator: { headers: ada.as('town') },
    member: { headers: bob.as('town', 'roads') },
    'the same for himself': { headers: bob.headers },
    key: { key: keys.town },
    'other key': { key: keys.ann },
    operator,
  }
  const { writes, create } = writesOf(random, keys, operator)
  for (let at = 0; at < 6; at++) await create(at % 2 ? keys.ann : keys.town, at === 0)
  await expectCurrent(callers, 'at first')
  for (let step = 0; step < 3 * writes.length; step++) {
    const [name, write] = writes[step % writes.length] ?? []
    const response = await write?.()
    expect([response?.ok, await response?.text()], `${step} ${name}`).toEqual([true, expect.anything()])
    await expectCurrent(callers, `${step} ${name}`)
  }
  expect(compared).toBeGreaterThan(12)
}, 120_000)

test('a search finds the datasets whose texts contain its words, by their number of words and in titles', async () => {
  const random = seeded(7)
  const key = await keyOf()
  const text = () =>
    Array.from({ length: 3 }, () =>
      random.pick(['budgets', 'écoles', 'ça', 'forêts', 'l’été', 'a-b', '東京都庁', 'x_1']),
    ).join(' ')
  for (let at = 0; at < 12; at++)
    await ask('/api/v1/datasets', { key, json: { isMetaOnly: true, title: text(), description: text() } }, 201)
  const stored = await rows<{ id: string; title: string; text: string; created: string }>(
    'select id, sort_title as title, search_text as text, created_at as created from datasets',
  )
  for (const q of [
    'budget',
    'udg',
    'ça ecole',
    '東京',
    '京都庁',
    '"s for" x_1',
    'a-b -ca',
    '-budgets',
    'é',
    'ete %_',
  ]) {
    const terms = [...foldAccents(q).matchAll(/(-?)(?:"([^"]*)"|(\S+))/g)].map(([, minus, phrase, word]) => ({
      isExcluded: minus === '-',
      term: phrase ?? word ?? '',
    }))
    const included = terms.flatMap(({ isExcluded, term }) => (isExcluded ? [] : term))
    const scoreOf = ({ title, text }: (typeof stored)[number]) =>
      included.reduce((sum, term) => sum + Number(text.includes(term)) + 3 * Number(title.includes(term)), 0)
    const expected = stored
      .filter(({ text }) => included.length === 0 || included.some((term) => text.includes(term)))
      .filter(({ text }) => !terms.some(({ isExcluded, term }) => isExcluded && text.includes(term)))
      .sort(
        (a, b) =>
          scoreOf(b) - scoreOf(a) || (a.created < b.created ? 1 : a.created > b.created ? -1 : a.id < b.id ? -1 : 1),
      )
    const page = await ask<Page>(`/api/v1/datasets?size=20&q=${encodeURIComponent(q)}`, { key })
    expect([page.count, page.results.map(({ id }) => id)], q).toEqual([expected.length, expected.map(({ id }) => id)])
  }
})
