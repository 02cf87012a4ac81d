import { expect, test } from 'vitest'
import { xlsx } from '../../worker/formats/workbook/write-xlsx'
import { keyOf } from '../support/accounts'
import { journal, lines, publish, untilFinalized, untilJournaled, untilSettled, upload } from '../support/datasets'
import { origin } from '../support/http'
import { page, submit } from './support'

test('a file read with the wrong delimiter is read again with that of the form', async () => {
  const key = await keyOf()
  const parts = [{ name: 'file_normalizeOptions', value: '{"delimiter":"|"}' }]
  const { id } = await upload('room;places\nHall;40\n', { key, query: '?draft=true', parts })
  await untilFinalized(id, key, '?draft=true')
  const review = (await page(`/dataset/${id}/review`, { key })).html
  expect(review).toContain('Columns or accents look wrong?')
  expect(review).toContain('<option value="|" selected="">vertical bar</option>')
  const fields = { action: 'reread', encoding: '', delimiter: ';', quote: '' }
  const answer = await submit(`/dataset/${id}/review`, fields, { key })
  expect([answer.status, answer.headers.get('location')]).toEqual([303, `${origin}/dataset/${id}/review`])
  await untilFinalized(id, key, '?draft=true')
  const again = (await page(`/dataset/${id}/review`, { key })).html
  expect(again).toContain('name="type-1"')
  expect(again).toContain('<dd>semicolon (;)</dd>')
})

test('a file whose rows differ in length and that was read as one column is read with the separator of its header', async () => {
  const key = await keyOf()
  const { id } = await upload('name,street,town\nA,1 rue X\nB,2, rue Y,Dinan\n', { key, query: '?draft=true' })
  await untilFinalized(id, key, '?draft=true')
  const { html } = await page(`/dataset/${id}/review`, { key })
  expect(html).toContain('Its columns seem to be separated by: comma (,).')
  const events = await journal(id, key)
  expect(events.find(({ code }) => code === 'file-single-column')?.data).toContain('"name,street,town"')
  expect((await submit(`/dataset/${id}/review`, { action: 'reread', delimiter: ',' }, { key })).status).toBe(303)
  await untilSettled(id, key, '?draft=true')
  const again = (await page(`/dataset/${id}/review`, { key })).html
  expect(again).not.toContain('seem to be separated')
  expect(again).toMatch(/role="alert">\s*<div><p>[^<]*3/)
})

test.each([
  [
    'Price;price;town\n1;2;Brest\n',
    'Number these columns',
    'repeatedHeaders',
    'number',
    'the later ones got a number: “price (2)”',
  ],
  [
    'name,n\nA,1,x\nB,2\nC,3\nD,4\nE,5\n',
    'Leave these cells out',
    'extraCells',
    'drop',
    'A cell beyond the last header, in row 2 of the file, was left out.',
  ],
])(
  'a file that is refused, %j, is read with the repair that the page offers',
  async (file, label, option, value, shown) => {
    const key = await keyOf()
    const { id } = await upload(file, { key, query: '?draft=true' })
    await untilSettled(id, key, '?draft=true')
    const { html } = await page(`/dataset/${id}/review`, { key })
    if (option === 'repeatedHeaders') expect(html).toContain('“price”, “price (2)”')
    expect(html).toMatch(new RegExp(`name="${option}" value="${value}"/><button[^>]*>${label}<`))
    expect((await submit(`/dataset/${id}/review`, { action: 'reread', [option]: value }, { key })).status).toBe(303)
    await untilFinalized(id, key, '?draft=true')
    const again = (await page(`/dataset/${id}/review`, { key })).html
    expect(again).toContain(shown)
    // The former error is not told any more.
    expect(again).not.toMatch(/Rename one of them|has no column/)
  },
)

const rows = Array.from({ length: 12 }, (_, at) => `Salle ${at};Rue du Port;${at * 3};Rennes\n`).join('')

test.each([
  ['above the header', `Liste des salles 2024\nSource : Ville de Rennes\n\nNom;Adresse;Places;Commune\n${rows}`],
  [
    'with empty cells',
    `Liste des salles 2024;;;\nSource : Ville de Rennes;;;\n;;;\nNom;Adresse;Places;Commune\n${rows}`,
  ],
])('a CSV with titles %s is read again with the header that the page proposes', async (_, file) => {
  const key = await keyOf()
  const { id } = await upload(file, { key, query: '?draft=true' })
  await untilSettled(id, key, '?draft=true')
  const { html } = await page(`/dataset/${id}/review`, { key })
  expect(html).toContain('Row 1, “Liste des salles 2024”, looks like a title.')
  expect(html).not.toContain('Leave these cells out')
  expect(html).not.toContain('Give each of them a header')
  const input = (name: string) => new RegExp(`type="hidden" name="${name}" value="([^"]*)"`).exec(html)?.[1] ?? ''
  const fields = { spreadsheetHeaderLine: input('spreadsheetHeaderLine'), delimiter: input('delimiter') }
  expect(fields).toEqual({ spreadsheetHeaderLine: '4', delimiter: ';' })
  expect((await submit(`/dataset/${id}/review`, { action: 'reread', ...fields }, { key })).status).toBe(303)
  await untilFinalized(id, key, '?draft=true')
  const draft = (await page(`/dataset/${id}/review`, { key })).html
  for (const name of ['Nom', 'Adresse', 'Places', 'Commune']) expect(draft).toContain(name)
  expect(draft).toContain('Row 4 was used as the header.')
  const { results, total } = await lines(id, 'draft=true&sort=_i', key)
  expect([total, results[0]]).toEqual([12, expect.objectContaining({ nom: 'Salle 0', places: 0, commune: 'Rennes' })])
})

test('a CSV that begins with its header has no proposal', async () => {
  const key = await keyOf()
  for (const file of [`sep=;\nnom;adresse;n;commune\n${rows}`, `nom;adresse;n;commune\n${rows}`, 'only\na\nb\n']) {
    const { id } = await upload(file, { key, query: '?draft=true' })
    await untilFinalized(id, key, '?draft=true')
    expect((await page(`/dataset/${id}/review`, { key })).html).not.toContain('looks like a title')
  }
})

test('the form of a file has its repeated headers numbered', async () => {
  const { html } = await page('/publish', { key: await keyOf() })
  const [, value = ''] = /name="file_normalizeOptions" value="([^"]*)"/.exec(html) ?? []
  expect(JSON.parse(value.replaceAll('&quot;', '"'))).toEqual({ repeatedHeaders: 'number' })
})

test('repeated headers are numbered in a later file too', async () => {
  const key = await keyOf()
  const parts = [{ name: 'file_normalizeOptions', value: '{"repeatedHeaders":"number"}' }]
  const { id } = await publish('a,a\n1,2\n', { key, parts })
  await upload('a,a\n1,2\n3,4\n', { key, id })
  await untilJournaled(id, key, 'finalize-end', 2)
  const { schema } = await untilFinalized(id, key)
  expect(schema.slice(0, 2).map((field) => field['x-originalName'])).toEqual(['a', 'a (2)'])
  expect((await lines(id, '', key)).total).toBe(2)
})

test('no header is proposed in a file that is no text, and a damaged workbook is called one', async () => {
  const key = await keyOf()
  const title = new TextEncoder().encode('JFIF of a photo\n\nname;n;m\na;1;2\nb;2;3\n')
  const photo = new Uint8Array([...title, ...Array.from({ length: 400 }, (_, at) => at % 9)])
  const binary = await upload(photo, { key, fileName: 'photo.csv', query: '?draft=true' })
  await untilSettled(binary.id, key, '?draft=true')
  const { html } = await page(`/dataset/${binary.id}/review`, { key })
  expect(html).toContain('The file is no text')
  expect(html).not.toContain('looks like a title')
  const picture = new Uint8Array([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, ...title, ...photo])
  const other = await upload(picture, { key, fileName: 'picture.csv', query: '?draft=true' })
  await untilSettled(other.id, key, '?draft=true')
  const named = (await page(`/dataset/${other.id}/review`, { key })).html
  expect(named).toContain('but the content of the file is: PNG')
  expect(named).not.toMatch(/looks like|was used as the header|name="spreadsheetHeaderLine"/)
  const whole = xlsx([{ name: 'Rooms', rows: [['name'], ['Hall']] }])
  const workbook = await upload(whole.slice(0, whole.length - 60), { key, fileName: 'bad.xlsx', query: '?draft=true' })
  await untilSettled(workbook.id, key, '?draft=true')
  const shown = await page(`/dataset/${workbook.id}/review`, { key })
  expect(shown.html).toContain('This workbook is damaged or incomplete.')
})

const paid = [
  ['Club', 'Purpose', 'Date', 'Amount'],
  ...Array.from({ length: 6 }, (_, at) => [`Club ${at}`, 'Sports', '2024-01-02', `${at} EUR`]),
  ['TOTAL', '', '', '15 EUR'],
  ['Source: finance department', '', '', ''],
]

test.each([
  ['grants.csv', () => paid.map((row) => row.join(';')).join('\n')],
  ['grants.xlsx', () => xlsx([{ name: 'Grants', rows: paid }])],
])('totals and notes at the end of %s are left out, and read again', async (fileName, content) => {
  const key = await keyOf()
  const { id } = await upload(content(), { key, fileName, query: '?draft=true' })
  await untilFinalized(id, key, '?draft=true')
  const review = async () => (await page(`/dataset/${id}/review`, { key })).html
  const proposed = await review()
  expect(proposed).toContain(
    'The last 2 rows look like totals or notes, not like data: TOTAL · Source: finance department.',
  )
  const [, label = ''] = /name="footerRows" value="2"[^>]*>\s*<button[^>]*>([^<]*)</.exec(proposed) ?? []
  expect(label).toBe('Leave out these 2 rows')
  await submit(`/dataset/${id}/review`, { action: 'reread', footerRows: '2' }, { key })
  await untilFinalized(id, key, '?draft=true')
  expect(await lines(id, 'draft=true', key)).toMatchObject({ total: 6 })
  const leftOut = await review()
  expect(leftOut).toContain('The last 2 rows of the file are left out.')
  expect(leftOut).not.toContain('look like')
  expect((await journal(id, key)).map(({ data }) => data)).toContain(
    'The last 2 rows of the file were left out, from row 8 on.',
  )
  await submit(`/dataset/${id}/review`, { action: 'reread', footerRows: '' }, { key })
  await untilFinalized(id, key, '?draft=true')
  expect(await lines(id, 'draft=true', key)).toMatchObject({ total: 8 })
})

test('a file with stray quotes is read without quotes', async () => {
  const key = await keyOf()
  const { id } = await upload('club;size\n"Judo;12" \nGo;24"\nChess;7\n', { key, query: '?draft=true' })
  await untilSettled(id, key, '?draft=true')
  const { html } = await page(`/dataset/${id}/review`, { key })
  expect(html).toContain('<option value="none">none</option>')
  await submit(`/dataset/${id}/review`, { action: 'reread', quote: 'none', delimiter: ';' }, { key })
  await untilFinalized(id, key, '?draft=true')
  expect((await lines(id, 'draft=true&sort=_i', key)).results).toMatchObject([
    { club: '"Judo', size: '12"' },
    { club: 'Go', size: '24"' },
    { club: 'Chess', size: '7' },
  ])
  expect((await page(`/dataset/${id}/review`, { key })).html).toContain('<option value="none" selected')
})
