/** The file of a draft is read again with another separator, or repaired, by forms of its review. */
import { utils, write } from '@e965/xlsx'
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
  expect(again).toMatch(/role="alert">\s*<p>[^<]*3/)
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

test('the values of merged cells are repeated in all their rows with one button, and in later files', async () => {
  const key = await keyOf()
  const workbook = (people: number) => {
    const rows = [
      ['region', 'town', 'people'],
      ['North', 'Brest', people],
      [null, 'Dinan', 2],
      ['South', 'Rennes', 3],
    ]
    const sheet = utils.aoa_to_sheet(rows)
    sheet['!merges'] = [utils.decode_range('A2:A3')]
    const book = utils.book_new()
    utils.book_append_sheet(book, sheet, 'Towns')
    return new Uint8Array(write(book, { type: 'array', bookType: 'xlsx' }))
  }
  const { id } = await upload(workbook(1), { key, fileName: 'towns.xlsx', query: '?draft=true' })
  await untilFinalized(id, key, '?draft=true')
  const review = async () => (await page(`/dataset/${id}/review`, { key })).html
  expect(await review()).toMatch(
    /merged over several rows \(row 2\).*name="mergedCells" value="fill".*Repeat the values in all their rows/s,
  )
  const reread = async (mergedCells: string) => {
    await submit(`/dataset/${id}/review`, { action: 'reread', mergedCells }, { key })
    await untilFinalized(id, key, '?draft=true')
    return (await lines(id, 'draft=true&sort=_i&select=region', key)).results.map(({ region }) => region)
  }
  expect(await reread('fill')).toEqual(['North', 'North', 'South'])
  expect(await review()).toContain('The values of merged cells are repeated in all their rows.')
  expect(await reread('')).toEqual(['North', undefined, 'South'])
  await reread('fill')
  await submit(`/dataset/${id}/review`, { action: 'publish' }, { key })
  await untilFinalized(id, key)
  const ends = (await journal(id, key)).filter(({ type }) => type === 'finalize-end').length
  await upload(workbook(9), { key, id, fileName: 'towns.xlsx' })
  await untilJournaled(id, key, 'finalize-end', ends + 1)
  expect((await lines(id, 'sort=_i', key)).results).toMatchObject([
    { region: 'North', people: 9 },
    { region: 'North', people: 2 },
    { region: 'South' },
  ])
})

const grouped = [
  ['Town', '2023', '', '2024', ''],
  ['', 'men', 'women', 'men', 'women'],
  ...Array.from({ length: 4 }, (_, at) => [`Town ${at}`, at + 1, at + 2, at + 3, at + 4]),
]

test.each([
  ['a CSV', 'csv', grouped.map((row) => row.join(';')).join('\n')],
  ['a workbook', 'xlsx', xlsx([{ name: 'Population', rows: grouped }])],
])('a header of two rows of %s is proposed, and read as one name for each column', async (_, extension, content) => {
  const key = await keyOf()
  const { id } = await upload(content, { key, fileName: `population.${extension}`, query: '?draft=true' })
  await untilFinalized(id, key, '?draft=true')
  const review = async (language = 'en') =>
    (await page(`/dataset/${id}/review`, { key, headers: { 'accept-language': language } })).html
  const proposed = await review()
  expect(proposed).toContain('Rows 1 and 2 look like a header in two rows, with groups above the names of 5 columns.')
  expect(proposed).toContain('data-automatic')
  expect(await review('fr')).toContain('Prendre les lignes 1 et 2 comme en-têtes')
  const input = (name: string) => new RegExp(`name="${name}" value="([^"]*)"`).exec(proposed)?.[1] ?? ''
  const fields = { spreadsheetHeaderLine: input('spreadsheetHeaderLine'), headerRows: input('headerRows') }
  expect(fields).toEqual({ spreadsheetHeaderLine: '1', headerRows: '2' })
  await submit(`/dataset/${id}/review`, { action: 'reread', ...fields }, { key })
  await untilFinalized(id, key, '?draft=true')
  const [first] = (await lines(id, 'draft=true&sort=_i', key)).results
  expect(first).toMatchObject({ town: 'Town 0', '2023_men': 1, '2023_women': 2, '2024_men': 3, '2024_women': 4 })
  const chosen = await review()
  expect(chosen).toContain('Rows 1 to 2 were used as the header.')
  expect(chosen).toContain('<th scope="row">2023 - men')
  await submit(`/dataset/${id}/review`, { action: 'reread', spreadsheetHeaderLine: '1', headerRows: '' }, { key })
  await untilFinalized(id, key, '?draft=true')
  expect(await lines(id, 'draft=true', key)).toMatchObject({ total: 5 })
})

test('a workbook that begins with a cover sheet offers its other sheets', async () => {
  const key = await keyOf()
  const table = [
    ['Room', 'Places'],
    ['Hall', 40],
    ['Attic', 12],
  ]
  const sheets = [
    { name: 'Read me', rows: [['About this file'], ['Made by the town']] },
    { name: 'Rooms', rows: table },
  ]
  const { id } = await upload(xlsx(sheets), { key, fileName: 'rooms.xlsx', query: '?draft=true' })
  await untilFinalized(id, key, '?draft=true')
  const { html } = await page(`/dataset/${id}/review`, { key })
  expect(html).toContain('Only the sheet “Read me” was read.')
  expect(html).toMatch(/<button[^>]*name="spreadsheetWorksheetIndex" value="2"[^>]*>Rooms</)
  await submit(`/dataset/${id}/review`, { action: 'reread', spreadsheetWorksheetIndex: '2' }, { key })
  await untilFinalized(id, key, '?draft=true')
  expect(await lines(id, 'draft=true', key)).toMatchObject({ total: 2 })
  expect((await page(`/dataset/${id}/review`, { key })).html).not.toContain('was read. It seems')
})

test.each([
  ['a row of the sample that is not the last one', 150, '', 0],
  ['the end of a file that is longer than the sample', 150, 'TOTAL;;;11175\n', 1],
  ['the end of a file of several parts', 4_000, 'TOTAL;;;7998000\n\nSource : service;;;\n', 2],
])('of a long file, %s', async (_, count, end, footerRows) => {
  const key = await keyOf()
  const rows = Array.from({ length: count }, (_, at) =>
    at === 99 ? 'Part two of the list;;;99' : `Club ${at};Sports and games;Dinan;${at}`,
  )
  const { id } = await upload(`club;purpose;town;amount\n${rows.join('\n')}\n${end}`, { key, query: '?draft=true' })
  await untilFinalized(id, key, '?draft=true')
  const { html } = await page(`/dataset/${id}/review`, { key })
  if (footerRows === 0) expect(html).not.toContain('name="footerRows"')
  else expect(html).toContain(`name="footerRows" value="${footerRows}"`)
  expect(html.includes('is the total of the rows above it (amount)')).toBe(footerRows > 0)
})
