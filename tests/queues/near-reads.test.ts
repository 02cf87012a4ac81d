/** Where reads of lines start: at the bookmark of the table, so that replicas may serve them. */
import { env } from 'cloudflare:workers'
import { beforeEach, expect, test } from 'vitest'
import type { Context } from '../../worker/context'
import { readDataset } from '../../worker/datasets'
import { createDataset } from '../../worker/datasets/create'
import { openLines } from '../../worker/datasets/lines-api/read/open-lines'
import { parseLinesQuery, planLines, readLines } from '../../worker/lines'
import { keyOf } from '../support/accounts'
import { createEditable, postLine } from '../support/editable'
import { Pipeline, publisher } from '../support/pipeline'

const csv = 'name,n\nQuay,1\nTower,2\n'

/** Where the sessions of the database have started, and how many reads went to it outside of one. */
const starts: string[] = []
let outside = 0

/** The database of lines, which records the sessions that are opened. */
const recorded = new Proxy(env.LINES_0, {
  get(database, name) {
    if (name === 'withSession') {
      return (start: string) => {
        starts.push(start)
        return database.withSession(start)
      }
    }
    outside++
    const value: unknown = Reflect.get(database, name)
    return typeof value === 'function' ? value.bind(database) : value
  },
})

beforeEach(() => {
  starts.length = 0
})

async function publish(pipeline: Pipeline): Promise<string> {
  const id = await pipeline.create(csv)
  await pipeline.settle()
  return id
}

const bookmarkOf = async ({ ctx }: Pipeline, id: string): Promise<string> => {
  const bookmark = (await readDataset(ctx, id)).published.lines?.bookmark
  if (bookmark === undefined) throw new Error('no bookmark is stored')
  return bookmark
}

/** Reads the lines of a dataset. @returns how many there are, where the sessions of the read started, reads outside of them */
async function readNear(ctx: Context, id: string) {
  starts.length = 0
  outside = 0
  const { source, database } = await openLines(ctx, { id, draft: false })
  const plan = planLines(parseLinesQuery(new URLSearchParams(), source.fields), source)
  const { lines } = await readLines(database, plan)
  return { count: lines.length, starts: [...starts], outside }
}

test('the lines of a file are read at the bookmark that its publication has stored', async () => {
  const pipeline = new Pipeline({ LINES_0: recorded, LINES_REPLICATION: 'true' })
  const id = await publish(pipeline)
  const bookmark = await bookmarkOf(pipeline, id)
  expect(bookmark).toMatch(/^[0-9a-f-]{20,}$/)
  expect(await readNear(pipeline.ctx, id)).toEqual({ count: 2, starts: [bookmark], outside: 0 })
})

test('another version of the file moves the bookmark', async () => {
  const pipeline = new Pipeline({ LINES_0: recorded, LINES_REPLICATION: 'true' })
  const id = await publish(pipeline)
  const before = await bookmarkOf(pipeline, id)
  await pipeline.replace(id, `${csv}Mill,3\n`)
  await pipeline.settle()
  const after = await bookmarkOf(pipeline, id)
  expect(after > before).toBe(true)
  expect(await readNear(pipeline.ctx, id)).toEqual({ count: 3, starts: [after], outside: 0 })
})

test('a virtual dataset is read at the newest bookmark of its children', async () => {
  const pipeline = new Pipeline({ LINES_0: recorded, LINES_REPLICATION: 'true' })
  const children = [await publish(pipeline), await publish(pipeline)]
  const body = { isVirtual: true, title: 'Both', virtual: { children } }
  const { id } = await createDataset(pipeline.ctx, { actor: publisher, body })
  await pipeline.settle()
  const bookmarks = await Promise.all(children.map((child) => bookmarkOf(pipeline, child)))
  const read = await readNear(pipeline.ctx, id)
  expect(read).toMatchObject({ count: 4, outside: 0 })
  expect(read.starts.at(-1)).toBe(bookmarks.toSorted().at(-1))
})

test('editable lines are read at the bookmark of their last write', async () => {
  const key = await keyOf()
  const { id } = await createEditable(key)
  const { ctx } = new Pipeline({ LINES_0: recorded, LINES_REPLICATION: 'true' })
  expect((await postLine(id, key, { species: 'oak' })).status).toBe(201)
  const bookmarkRead = async () => {
    const read = await readNear(ctx, id)
    const session = (await openLines(ctx, { id, draft: false })).database
    return { ...read, bookmark: (session as unknown as D1DatabaseSession).getBookmark() }
  }
  const first = await bookmarkRead()
  expect(first).toMatchObject({ count: 1, starts: ['first-primary'], outside: 0 })
  await postLine(id, key, { species: 'elm' })
  const second = await bookmarkRead()
  expect(second).toMatchObject({ count: 2, starts: ['first-primary'], outside: 0 })
  expect(String(second.bookmark) > String(first.bookmark)).toBe(true)
})

test('without replicas no session is opened, and no bookmark is stored', async () => {
  const pipeline = new Pipeline({ LINES_0: recorded })
  const id = await publish(pipeline)
  expect((await readDataset(pipeline.ctx, id)).published.lines).not.toHaveProperty('bookmark')
  expect(await readNear(pipeline.ctx, id)).toMatchObject({ count: 2, starts: [] })
})
