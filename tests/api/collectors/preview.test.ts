/** The test of a collector: the first rows of its source, within a time. */
import { describe, expect, test, vi } from 'vitest'
import { limits } from '../../../worker/limits'
import { keyOf, town, village } from '../../support/accounts'
import { hosts } from '../../support/application-pages'
import { makeCollector } from '../../support/collectors'
import { json, refusal, send } from '../../support/http'
import { rows } from '../../support/stored'

const url = 'https://files.example.org/places.csv'
const csv = 'name,size\nA,1\nB,2\n'

describe('the preview', () => {
  const preview = (key: string, config: object, collector?: string) =>
    send('/api/v1/collector-plugins/transfer-file/_preview', { key, json: { config, collector } })

  test('shows the first rows of a source, and stores nothing', async () => {
    const key = await keyOf(town)
    hosts({ [url]: 'nom;taille\nA;1\nB;2\n' })
    expect(await json(await preview(key, { datasetMode: 'create', url }))).toEqual({
      columns: ['nom', 'taille'],
      rows: [
        ['A', '1'],
        ['B', '2'],
      ],
      note: 'places.csv',
    })
    expect(await rows('select 1 from collectors')).toEqual([])
    expect(await rows('select 1 from datasets')).toEqual([])
  })

  test('ends in time as a whole, however long its source goes on answering', async () => {
    const key = await keyOf(town)
    const deadline = new AbortController()
    const timeout = vi.spyOn(AbortSignal, 'timeout').mockReturnValue(deadline.signal)
    setTimeout(() => deadline.abort(), 20)
    const slow = { schema: () => ({ properties: {} }), preview: () => new Promise(() => {}) }
    const json = { config: { url: 'ftp://files.example.org/a.csv' } }
    const answer = await send('/api/v1/collector-plugins/slow/_preview', { key, json, vars: { PLUGIN_SLOW: slow } })
    expect(timeout).toHaveBeenCalledWith(limits.collectors.previewMs)
    timeout.mockRestore()
    expect(await refusal(answer)).toEqual([502, 'upstream-failed'])
  })

  test('returns the error, and calls no private address', async () => {
    const key = await keyOf(town)
    hosts({})
    expect(await refusal(await preview(key, { datasetMode: 'create', url }))).toEqual([422, 'collector-data-invalid'])
    for (const private_ of ['http://127.0.0.1/a.csv', 'http://169.254.169.254/a.csv', 'http://[::1]/a.csv']) {
      expect(await refusal(await preview(key, { datasetMode: 'create', url: private_ }))).toEqual([
        400,
        'address-refused',
      ])
    }
  })

  test('takes the stored secrets of a collector of the caller only', async () => {
    const key = await keyOf(town)
    const requests = hosts({ [url]: csv })
    const config = { datasetMode: 'create', url, username: 'ann', password: 'hush' }
    const { id } = await makeCollector({ key }, { config })
    const asRead = { ...config, password: '********' }
    expect((await preview(key, asRead, id)).status).toBe(200)
    expect(requests.at(-1)?.headers.get('authorization')).toBe(`Basic ${btoa('ann:hush')}`)
    expect((await preview(await keyOf(village), asRead, id)).status).toBe(403)
  })
})
