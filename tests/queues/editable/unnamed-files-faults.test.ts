/** Injects a failure at each call of the deletion of files that no line names: what lines name stays, and a repetition deletes the rest. */
import { env } from 'cloudflare:workers'
import { expect, test } from 'vitest'
import { deleteUnnamedFiles } from '../../../queues/delete-unnamed-files'
import { findDataset } from '../../../worker/datasets'
import { keyOf } from '../../support/accounts'
import { createEditable, type Line } from '../../support/editable'
import { type FaultKind, faultyEnv } from '../../support/faults'
import { json, multipart, send } from '../../support/http'
import { clockAt, contextOf } from '../../support/pipeline'
import { objects, rows } from '../../support/stored'

const schema = [{ key: 'doc', type: 'string', 'x-refersTo': 'http://schema.org/DigitalDocument' }]
const kinds: FaultKind[] = ['before', 'after', 'death']

test.each(kinds)('a fault of the kind %s at any call', async (kind) => {
  for (let at = 1, happened = true; happened; at++) {
    expect(at, 'the deletion ends').toBeLessThan(30)
    const key = await keyOf()
    const { id } = await createEditable(key, { schema, rest: { history: true } })
    const paths: string[] = []
    for (const _id of ['named', 'revised', 'gone']) {
      const parts = [
        { name: '_id', value: _id },
        { name: 'attachment', value: `${id} ${_id}`, fileName: 'a.txt' },
      ]
      const sent = await send(`/api/v1/datasets/${id}/lines`, { key, method: 'POST', ...multipart(parts) })
      paths.push(String((await json<Line>(sent)).doc))
    }
    const dataset = await findDataset(contextOf(env, clockAt()), id)
    const pointer = dataset?.published.lines
    if (!dataset || !pointer) throw new Error('no table')
    // Without an event, so that no refresh deletes the file first.
    await env.LINES_0.batch([
      env.LINES_0.prepare(`delete from lines_${pointer.run} where _id <> 'named'`),
      env.LINES_0.prepare(`delete from history_${pointer.history} where _id = 'gone'`),
    ])
    const faulty = faultyEnv({ at, kind })
    const input = { dataset: id, db: env.LINES_0, pointer, fields: dataset.published.schema }
    await deleteUnnamedFiles(contextOf(faulty.env, clockAt()), { ...input, db: faulty.env.LINES_0 }).catch(() => {})
    happened = faulty.happened()
    await deleteUnnamedFiles(contextOf(env, clockAt()), input)
    const left = await rows<{ path: string }>('select path from attachments where bundle = ? order by path', id)
    expect(
      left.map(({ path }) => path),
      `fault at ${at}`,
    ).toEqual(paths.slice(0, 2))
    const known = await rows<{ name: string }>('select object name from attachments union select name from discards')
    expect(
      known.map(({ name }) => name),
      `fault at ${at}`,
    ).toEqual(expect.arrayContaining(await objects()))
  }
})
