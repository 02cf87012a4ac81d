/** What a table has beside its data: groups of headers, merged cells, totals, columns to leave out, other sheets. */
import { utils, write } from '@e965/xlsx'
import { expect, test } from 'vitest'
import { xlsx } from '../../worker/formats/workbook/write-xlsx'
import { keyOf } from '../support/accounts'
import { journal, lines, untilFinalized, untilJournaled, upload } from '../support/datasets'
import { page, submit } from './support'

test('columns are left out in the review, and published again with one button', async () => {
  const key = await keyOf()
  const { id } = await upload('club,phone,amount\nJudo,0612,1\n', { key, query: '?draft=true' })
  await untilFinalized(id, key, '?draft=true')
  const review = async () => (await page(`/dataset/${id}/review`, { key })).html
  const boxes = (html: string) =>
    [...html.matchAll(/type="checkbox" name="leftOutColumns" value="([^"]*)"/g)].map(([, header]) => header)
  expect(boxes(await review())).toEqual(['club', 'phone', 'amount'])
  const fields = { action: 'reread', leftOutColumns: 'phone' }
  expect((await submit(`/dataset/${id}/review`, fields, { key })).status).toBe(303)
  await untilFinalized(id, key, '?draft=true')
  const leftOut = await review()
  expect(leftOut).toContain('Left out of the dataset: phone. The original file has this data')
  expect(leftOut).not.toContain('<th scope="row">phone')
  expect(boxes(leftOut)).toEqual(['club', 'amount'])
  expect(leftOut).toContain('type="hidden" name="leftOutColumns" value="phone"')
  await submit(`/dataset/${id}/review`, { action: 'publish', access: 'public' }, { key })
  await untilFinalized(id, key)
  const downloads = async (as: { key?: string }) => (await page(`/dataset/${id}`, as)).html
  expect(await downloads({})).not.toContain(`${id}/raw`)
  expect(await downloads({ key })).toContain('only for people who can edit')
  await upload('club,phone,amount\nGo,0699,2\n', { key, id, query: '?draft=never' })
  await untilFinalized(id, key, '?draft=true')
  await submit(`/dataset/${id}/review`, { action: 'reread', leftOutColumns: '' }, { key })
  await untilFinalized(id, key, '?draft=true')
  expect((await lines(id, 'draft=true', key)).results[0]).toMatchObject({ phone: '0699' })
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
  // A script reads the other sheet at once.
  expect(html).toMatch(/<form[^>]* data-automatic=""[^>]*><p>Only the sheet/)
  expect(html).toMatch(/<button[^>]*name="spreadsheetWorksheetIndex" value="2"[^>]*>Rooms</)
  await submit(`/dataset/${id}/review`, { action: 'reread', spreadsheetWorksheetIndex: '2' }, { key })
  await untilFinalized(id, key, '?draft=true')
  expect(await lines(id, 'draft=true', key)).toMatchObject({ total: 2 })
  expect((await page(`/dataset/${id}/review`, { key })).html).not.toContain('was read. It seems')
})

test('a sheet whose table is below a title is no cover page; the other sheets are one click away', async () => {
  const key = await keyOf()
  const rows = [['Roads in 2025'], [], ['Street', 'Metres'], ['High Street', 120], ['Mill Lane', 80]]
  const sheets = [
    { name: 'Roads', rows },
    {
      name: 'Read me',
      rows: [
        ['About', 'this file'],
        ['Made by', 'the town'],
      ],
    },
  ]
  const { id } = await upload(xlsx(sheets), { key, fileName: 'roads.xlsx', query: '?draft=true' })
  await untilFinalized(id, key, '?draft=true')
  const { html } = await page(`/dataset/${id}/review`, { key })
  expect(html).not.toContain('It seems to be a cover page')
  expect(html).toMatch(/<form[^>]* data-automatic=""[^>]*><p>Row 1, “Roads in 2025”, looks like a title/)
  expect(html).toMatch(/Read instead:<\/span>.*<button[^>]*name="spreadsheetWorksheetIndex" value="2">Read me</)
  await submit(`/dataset/${id}/review`, { action: 'reread', spreadsheetHeaderLine: '3' }, { key })
  await untilFinalized(id, key, '?draft=true')
  expect(await lines(id, 'draft=true&sort=_i', key)).toMatchObject({
    total: 2,
    results: [{ street: 'High Street' }, {}],
  })
  // The header of one sheet is not that of another.
  const other = { spreadsheetHeaderLine: '', headerRows: '', footerRows: '', mergedCells: '', leftOutColumns: '' }
  await submit(`/dataset/${id}/review`, { action: 'reread', spreadsheetWorksheetIndex: '2', ...other }, { key })
  await untilFinalized(id, key, '?draft=true')
  expect((await page(`/dataset/${id}/review`, { key })).html).toContain('Read me <span class="quiet">2 of 2')
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

test('the journal of the page leaves out the errors of a reading that another one followed', async () => {
  const key = await keyOf()
  const { id } = await upload('Grants of 2024,,\n,,\nclub,sport,amount\nJudo,judo,1\nGo,go,2\n', {
    key,
    query: '?draft=true',
  })
  await untilFinalized(id, key, '?draft=true')
  const log = async () => (await page(`/dataset/${id}/journal`, { key })).html
  expect(await log()).toContain('have values but no header')
  await submit(`/dataset/${id}/review`, { action: 'reread', spreadsheetHeaderLine: '3' }, { key })
  await untilFinalized(id, key, '?draft=true')
  const later = await log()
  expect(later).toContain('File read again')
  expect(later).not.toContain('have values but no header')
  expect(JSON.stringify(await journal(id, key))).toContain('have values but no header')
})
