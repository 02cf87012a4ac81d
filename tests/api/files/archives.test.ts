/** An archive as the data file. */
import { strToU8, unzipSync, zipSync } from 'fflate'
import { describe, expect, test } from 'vitest'
import { keyOf } from '../../support/accounts'
import { archive, withArchive } from '../../support/attachments'
import { journal, lines, publish, untilJournaled, untilSettled, upload } from '../../support/datasets'
import { fixture } from '../../support/fixtures'

describe('an archive alone', () => {
  test('becomes a dataset with a line for each file', async () => {
    const key = await keyOf()
    const dataset = await publish(archive(), { key, fileName: 'my files.zip' })
    expect(dataset.file).toMatchObject({ name: 'my files.csv' })
    const { results } = await lines(dataset.id, 'select=file,_file.content&sort=file', key)
    expect(results).toEqual([
      expect.objectContaining({ file: 'a.txt', '_file.content': 'Le texte du fichier, élan' }),
      expect.objectContaining({ file: 'dir é/b.html', '_file.content': 'Bonjour été' }),
    ])
    await upload(zipSync({ 'c.txt': strToU8('c'), 'd.txt': strToU8('d') }), { key, id: dataset.id, fileName: 'b.zip' })
    await untilJournaled(dataset.id, key, 'finalize-end', 2)
    expect((await lines(dataset.id, 'select=file', key)).results.map(({ file }) => file)).toEqual(['c.txt', 'd.txt'])
  })

  const refused: [code: string, entries: Record<string, Uint8Array>][] = [
    ['archive-path-refused', { '../x.txt': strToU8('x'), 'a.txt': strToU8('a') }],
    ['archive-path-refused', { '/etc/passwd': strToU8('x'), 'a.txt': strToU8('a') }],
    ['archive-path-refused', { 'a/../../b': strToU8('x'), 'a.txt': strToU8('a') }],
    ['archive-path-refused', { 'C:\\x.txt': strToU8('x'), 'a.txt': strToU8('a') }],
    ['archive-inflates-too-much', { 'zeros.bin': new Uint8Array(10_000_001), 'a.txt': strToU8('a') }],
    ['archive-name-repeated', { 'a.txt': strToU8('a'), './a.txt': strToU8('b') }],
    ['archive-empty', {}],
  ]
  test.each(refused)('%s', async (code, entries) => {
    const key = await keyOf()
    const { id } = await upload(zipSync(entries), { key, fileName: 'files.zip' })
    expect((await untilSettled(id, key)).status).toBe('error')
    expect((await journal(id, key))[0]).toMatchObject({ type: 'error', code })
  })

  test('with shapes alone is published as attachments, with a warning', async () => {
    const key = await keyOf()
    const entries = Object.entries(unzipSync(fixture('geo/lambert-utf8.zip')))
    const shapes = entries.filter(([name]) => /\.sh[px]$/.test(name))
    const { id, count } = await publish(zipSync(Object.fromEntries(shapes)), { key, fileName: 'shapes.zip' })
    expect(count).toBe(2)
    const [warning] = (await journal(id, key)).filter(({ type }) => type === 'error')
    expect(warning).toMatchObject({ code: 'shapefile-incomplete', data: expect.stringContaining('(.dbf)') })
  })

  test('with two shapefiles tells which one it read', async () => {
    const key = await keyOf()
    const parts = Object.entries(unzipSync(fixture('geo/lambert-utf8.zip')))
    const copies = parts.map(([name, bytes]) => [name.replace(/.*(\.\w+)$/, 'second$1'), bytes] as const)
    const { id } = await publish(zipSync(Object.fromEntries([...parts, ...copies])), { key, fileName: 'layers.zip' })
    const used = parts.find(([name]) => name.endsWith('.shp'))?.[0]
    const [warning] = (await journal(id, key)).filter(({ type }) => type === 'error')
    expect(warning).toMatchObject({ code: 'shapefiles-ignored', data: expect.stringContaining(`"${used}"`) })
    expect(warning?.data).toContain('second.shp')
  })

  test.each([-1, 1])('with %i attribute records beside the shapes of a shapefile is refused', async (more) => {
    const key = await keyOf()
    const parts = unzipSync(fixture('geo/lambert-utf8.zip'))
    const name = Object.keys(parts).find((one) => one.endsWith('.dbf')) ?? ''
    const table = parts[name] ?? new Uint8Array()
    const header = new DataView(table.buffer, table.byteOffset)
    const [count, length] = [header.getUint32(4, true), header.getUint16(10, true)]
    header.setUint32(4, count + more, true)
    // The new record repeats the first one.
    const first = header.getUint16(8, true)
    const records = table.subarray(first, first + count * length)
    const added = more > 0 ? records.subarray(0, length) : new Uint8Array()
    parts[name] = new Uint8Array([...table.subarray(0, first), ...records, ...added])
    const { id } = await upload(zipSync(parts), { key, fileName: 'shapes.zip' })
    expect((await untilSettled(id, key)).status).toBe('error')
    expect((await journal(id, key))[0]).toMatchObject({ type: 'error', code: 'shapefile-counts-differ' })
  })

  test('archive-damaged, when its directory points beyond its end', async () => {
    const key = await keyOf()
    const bytes = fixture('archives/zip64.zip').slice()
    const locator = bytes.length - 22 - 20
    new DataView(bytes.buffer).setBigUint64(locator + 8, 2n ** 40n, true)
    const { id } = await upload(bytes, { key, fileName: 'files.zip' })
    expect((await untilSettled(id, key)).status).toBe('error')
    expect((await journal(id, key))[0]).toMatchObject({ type: 'error', code: 'archive-damaged' })
  })

  test('is refused as the data file beside other attachments', async () => {
    const key = await keyOf()
    const { id } = await upload(archive(), { key, fileName: 'files.zip', parts: withArchive(archive()) })
    expect((await untilSettled(id, key)).status).toBe('error')
    expect((await journal(id, key))[0]?.code).toBe('attachments-twice')
  })
})
