/**
 * A virtual dataset that shows each account its own lines (`filterActiveAccount`), read through every route of a dataset
 * by its owner, by two other accounts and by nobody.
 *
 * To add a route: give it a line in `line-routes.ts`. A route without a line fails the first test.
 */
import { strToU8, unzipSync, zipSync } from 'fflate'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { app } from '../../worker/app'
import type { Owner } from '../../worker/identity'
import { keyOf, signedIn, town, village } from '../support/accounts'
import {
  type Dataset,
  journal,
  type Lines,
  lines,
  open,
  publish,
  read,
  untilFinalized,
  untilSettled,
} from '../support/datasets'
import { lat, lon } from '../support/fields'
import { ask, json, refusal, send } from '../support/http'
import { offer } from '../support/ods'
import { type Calls, routes } from './line-routes'

const hamlet: Owner = { type: 'organization', id: 'hamlet', name: 'Hamlet' }

/** What the lines of each account hold: a word, and a number whose digits are nowhere else. */
const accounts = [
  { owner: village, word: 'quince', number: '27182818' },
  { owner: hamlet, word: 'medlar', number: '16180339' },
  { owner: town, word: 'sorrel', number: '31415926' },
] as const
type Account = (typeof accounts)[number]

const concepts: Record<string, string> = {
  who: 'https://github.com/data-fair/lib/account',
  photo: 'http://schema.org/image',
  lat,
  lon,
}

/** Four lines of each account, so that their values are listed in the schema; readable by all. */
async function filtered(): Promise<{ id: string; child: string; key: string; finalizedAt: string }> {
  const key = await keyOf()
  const records = accounts.flatMap(({ owner, word, number }, at) =>
    [0, 1, 2, 3].map((line) =>
      [
        `organization:${owner.id}`,
        ...[word, number, 'fruit', line === 0 ? `jam ${word}jam` : `tart ${word}`, `${at}.${number}`, line],
        ...[`https://pictures.example.org/${word}.png`, `${word}.txt`],
      ].join(','),
    ),
  )
  const content = `who,name,n,kind,note,lat,lon,photo,file\n${records.join('\n')}\n`
  const files = Object.fromEntries(accounts.map(({ word }) => [`${word}.txt`, strToU8(`in ${word}`)]))
  const parts = [{ name: 'attachments', value: zipSync(files), fileName: 'files.zip' }]
  const child = await publish(content, { key, parts })
  const schema = child.schema
    .filter((field) => !field['x-calculated'])
    .map((field) => ({
      ...field,
      'x-refersTo': concepts[field.key] ?? field['x-refersTo'],
      'x-capabilities': field.key === 'note' ? { textAgg: true } : {},
    }))
  await ask(`/api/v1/datasets/${child.id}`, { key, method: 'PATCH', json: { schema } })
  await untilFinalized(child.id, key)
  const keys = ['who', 'name', 'n', 'kind', 'note', 'lat', 'lon', 'photo', 'file', '_geopoint', '_attachment_url']
  const virtual = { children: [child.id], filterActiveAccount: true }
  const sent = { isVirtual: true, title: 'Orchards', schema: keys.map((one) => ({ key: one })), virtual }
  const { id } = await ask<Dataset>('/api/v1/datasets', { key, json: sent }, 201)
  const { finalizedAt = '' } = await untilFinalized(id, key)
  await open(id, key)
  await offer()
  return { id, child: child.id, key, finalizedAt }
}

type Answer = { status: number; headers: Headers; text: string }

/** An answer with its headers, as text: what is compressed in an archive is unpacked. */
async function answered(path: string, key: string | undefined, headers: Record<string, string> = {}): Promise<Answer> {
  const response = await send(path, { key, headers })
  const bytes = new Uint8Array(await response.arrayBuffer())
  const isArchive = bytes[0] === 0x50 && bytes[1] === 0x4b
  const texts = isArchive ? Object.values(unzipSync(bytes)) : [bytes]
  const body = texts.map((text) => new TextDecoder().decode(text)).join('\n')
  // A link tells the parameters of the request, which are the caller's words.
  const told = [...response.headers].filter(([name]) => name !== 'link').map(([name, value]) => `${name}: ${value}`)
  return { status: response.status, headers: response.headers, text: [...told, body].join('\n') }
}

const holds = ({ text }: Answer, { word, number }: Account): boolean => text.includes(word) || text.includes(number)

let made: Awaited<ReturnType<typeof filtered>>
beforeEach(async () => {
  vi.spyOn(globalThis, 'fetch').mockImplementation(async () => new Response('no picture', { status: 500 }))
  made = await filtered()
  return () => vi.restoreAllMocks()
})

const served = [
  ...new Set(
    app.routes
      .filter(({ method, path }) => method === 'GET' && /\/datasets?\/:id/.test(path))
      .map(({ method, path }) => `${method} ${path}`),
  ),
]

test('every read route of a dataset has a line in the table, and every line a route', () => {
  expect(served.filter((route) => !(route in routes))).toEqual([])
  expect(Object.keys(routes).filter((route) => !served.includes(route))).toEqual([])
})

/** The addresses of a route: those that name a line, once for the lines of each account. */
function addressesOf({ addresses }: Calls): { path: string; of?: Account }[] {
  return addresses.flatMap((address): { path: string; of?: Account }[] => {
    const path = address.replace('{id}', made.id)
    if (!/\{(word|hex|attachment)\}/.test(path)) return [{ path }]
    return accounts.map((of) => ({
      path: path
        .replace('{word}', of.word)
        .replace('{hex}', Buffer.from(`https://pictures.example.org/${of.word}.png`).toString('hex'))
        .replace('{attachment}', `${made.child}/${of.word}.txt`),
      of,
    }))
  })
}

describe('each account sees its own lines', () => {
  const heldBy = (answer: Answer) => accounts.filter((one) => holds(answer, one)).map(({ word }) => word)
  /** Whether nobody may keep an answer without asking again. */
  const isAskedAgain = ({ headers }: Answer) =>
    /no-store|no-cache|private, max-age=0/.test(headers.get('cache-control') ?? '')

  test.each(['lines', 'description', 'nothing'] as const)(
    'of the routes that show %s',
    async (shows) => {
      const all = Object.values(routes)
        .flat()
        .filter((one) => one.shows === shows)
      const callers = await Promise.all(
        accounts.slice(0, 2).map(async (account) => ({ account, key: await keyOf(account.owner) })),
      )
      const known = { 'if-modified-since': new Date(made.finalizedAt).toUTCString() }
      for (const { path, of } of all.flatMap(addressesOf)) {
        const whole = await answered(path, made.key)
        const anonymous = await answered(path, undefined)
        expect.soft([path, heldBy(anonymous)]).toEqual([path, []])
        if (shows === 'nothing') expect.soft([path, heldBy(whole)]).toEqual([path, []])
        const hidden: string[] = []
        for (const { account, key } of callers) {
          const own = await answered(path, key, known)
          const isShown = shows === 'lines' && (of === undefined || of === account)
          expect.soft([path, heldBy(own)]).toEqual([path, isShown ? [account.word] : []])
          hidden.push(...heldBy(whole).filter((word) => word !== account.word))
          if (shows === 'lines') expect.soft([path, isAskedAgain(whole), isAskedAgain(own)]).toEqual([path, true, true])
        }
        if (shows !== 'lines') continue
        expect.soft([path, anonymous.status]).toEqual([path, 401])
        // The owner sees lines that another account does not.
        expect.soft([path, hidden.length > 0]).toEqual([path, true])
      }
    },
    // Four answers of each of a hundred addresses, on cores that are shared.
    240_000,
  )
})

describe('figures computed from lines', () => {
  const figures = ['count', 'bbox', 'timePeriod']

  test('are in the description for users who see all lines', async () => {
    expect(await read(made.id, made.key)).toMatchObject({ count: 12, bbox: expect.any(Array) })
    for (const key of [await keyOf(village), undefined]) {
      const one = await read(made.id, key)
      const list = await ask<{ results: Dataset[] }>(`/api/v1/datasets?id=${made.id}`, { key })
      for (const dataset of [one, ...list.results]) {
        expect(Object.keys(dataset).filter((name) => figures.includes(name))).toEqual([])
        expect(dataset.schema.filter((field) => field.enum || field['x-cardinality'] !== undefined)).toEqual([])
      }
      expect(list.results).toHaveLength(1)
    }
  })

  test('are not in a workbook of the lines of one account', async () => {
    const path = `/api/v1/datasets/${made.id}/lines?format=xlsx&select=name`
    const counted = async (key: string) => / t="n"><v>12<|<v>12</.test((await answered(path, key)).text)
    expect([await counted(made.key), await counted(await keyOf(village))]).toEqual([true, false])
  })
})

test('a session sees the lines of its active account, and all lines as a member of the owner', async () => {
  const bob = await signedIn('bob', [
    { organization: village.id, role: 'user' },
    { organization: town.id, role: 'user' },
    { organization: hamlet.id, role: 'admin', department: 'mills' },
  ])
  const counted = async (headers: Record<string, string>) =>
    (await ask<Lines>(`/api/v1/datasets/${made.id}/lines?size=0`, { headers })).total
  expect(await counted(bob.as(village.id))).toBe(4)
  expect(await counted(bob.as(town.id))).toBe(12)
  expect(await counted(bob.as(hamlet.id, 'mills'))).toBe(0)
  expect(await counted(bob.headers)).toBe(0)
})

test('the account of another user is refused; the own account is in the link to the next page', async () => {
  const key = await keyOf(village)
  const foreign = `account=organization:${hamlet.id}`
  for (const path of ['lines', 'values/name', 'geo_agg', 'compat-ods/records', 'compat-ods/exports/csv']) {
    const response = await send(`/api/v1/datasets/${made.id}/${path}?${foreign}`, { key })
    expect([path, await refusal(response)]).toEqual([path, [403, 'virtual-account-refused']])
  }
  for (const path of ['lines?size=1', 'values_agg?field=lon&agg_size=1&sort=key']) {
    const { next = '' } = await ask<Lines>(`/api/v1/datasets/${made.id}/${path}`, { key })
    expect(new URL(next).searchParams.get('account')).toBe(`organization:${village.id}`)
  }
})

test('a response with finalizedAt is not cached', async () => {
  const path = `/api/v1/datasets/${made.id}/lines?finalizedAt=${encodeURIComponent(made.finalizedAt)}`
  for (const key of [made.key, await keyOf(village)]) {
    const response = await send(path, { key })
    expect([response.status, response.headers.get('cache-control')]).toEqual([
      200,
      'must-revalidate, private, max-age=0',
    ])
  }
})

test('a dataset without a field of accounts shows its lines to its owner only', async () => {
  const virtual = { children: [made.child], filterActiveAccount: true }
  const sent = { isVirtual: true, title: 'Hidden', schema: [{ key: 'name' }], virtual }
  const { id } = await ask<Dataset>('/api/v1/datasets', { key: made.key, json: sent }, 201)
  await untilFinalized(id, made.key)
  await open(id, made.key)
  expect((await lines(id, '', made.key)).total).toBe(12)
  const response = await send(`/api/v1/datasets/${id}/lines`, { key: await keyOf(village) })
  expect(await refusal(response)).toEqual([501, 'virtual-account-unknown'])
})

describe('a new dataset initialized with its lines', () => {
  const initFrom = () => ({ dataset: made.id, parts: ['schema', 'data'] })

  test('is refused as an editable dataset, except to users who see all lines', async () => {
    for (const [owner, status] of [
      [village, 'error'],
      [town, 'finalized'],
    ] as const) {
      const key = await keyOf(owner)
      const sent = { isRest: true, title: 'Copy', initFrom: initFrom() }
      const { id } = await ask<Dataset>('/api/v1/datasets', { key, json: sent }, 201)
      expect([owner.id, (await untilSettled(id, key)).status]).toEqual([owner.id, status])
      if (owner === village) expect((await journal(id, key))[0]).toMatchObject({ code: 'init-source-refused' })
    }
  })

  test('contains the lines of its account as a file', async () => {
    const key = await keyOf(village)
    const response = await send('/api/v1/datasets', { key, json: { title: 'Copy', initFrom: initFrom() } })
    expect(response.status).toBe(201)
    const { id } = await untilFinalized((await json<Dataset>(response)).id, key)
    const { total, results } = await lines(id, 'select=name', key)
    expect([total, new Set(results.map(({ name }) => name))]).toEqual([4, new Set(['quince'])])
  })
})
