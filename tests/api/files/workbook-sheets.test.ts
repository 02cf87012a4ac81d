/** The sheet of a workbook that is read, and the numbers of its rows in the journal. */
import { expect, test } from 'vitest'
import { xlsx } from '../../../worker/formats/workbook/write-xlsx'
import { keyOf } from '../../support/accounts'
import { journal, lines, read, untilFinalized, untilJournaled, untilSettled, upload } from '../../support/datasets'
import { ask } from '../../support/http'

const table = [
  ['club', 'amount'],
  ['Judo', '120'],
  ['Chess', '80'],
]
const sent = async (sheets: Parameters<typeof xlsx>[0], options: object = {}) => {
  const key = await keyOf()
  const parts = [{ name: 'file_normalizeOptions', value: JSON.stringify(options) }]
  const query = '?draft=true'
  return { key, ...(await upload(xlsx(sheets), { key, query, fileName: 'grants.xlsx', parts })) }
}

test.each([
  ['a note', [['Read me']]],
  ['nothing', []],
])('the first sheet with rows is read when another has %s', async (_, first) => {
  const { id, key } = await sent([
    { name: 'Read me', rows: first },
    { name: 'Grants', rows: table },
  ])
  await untilFinalized(id, key, '?draft=true')
  await ask(`/api/v1/datasets/${id}/draft`, { key, method: 'POST', json: {} })
  await untilFinalized(id, key)
  expect((await lines(id, 'select=club,amount', key)).results).toMatchObject([
    { club: 'Judo', amount: 120 },
    { club: 'Chess', amount: 80 },
  ])
})

test('the sheet that was chosen is read, and a workbook without rows is refused', async () => {
  const sheets = [
    { name: 'Read me', rows: [['Read me']] },
    { name: 'Grants', rows: table },
  ]
  const chosen = await sent(sheets, { spreadsheetWorksheetIndex: 1 })
  expect((await untilSettled(chosen.id, chosen.key, '?draft=true')).status).toBe('error')
  const empty = await sent([sheets[0], { name: 'Other', rows: [] }].flatMap((sheet) => sheet ?? []))
  expect((await untilSettled(empty.id, empty.key, '?draft=true')).status).toBe('error')
})

test('problems quote the rows of the sheet, also below a title and empty rows', async () => {
  const rows = [['Grants'], ['of the town'], [], ...table, [], [], ['Go', 'n.c.'], ['Dance', '9'], [], ['Bridge', '?']]
  const { id, key } = await sent([{ name: 'Grants', rows }], { spreadsheetHeaderLine: 4 })
  const { schema } = await untilFinalized(id, key, '?draft=true')
  const retyped = schema
    .filter((field) => !('x-calculated' in field))
    .map((field) =>
      field.key === 'amount' ? { ...field, type: 'number', 'x-transform': { emptyInvalid: true } } : field,
    )
  await ask(`/api/v1/datasets/${id}?draft=true`, { key, method: 'PATCH', json: { schema: retyped } })
  await untilFinalized(id, key, '?draft=true')
  await ask(`/api/v1/datasets/${id}/draft`, { key, method: 'POST', json: {} })
  await untilFinalized(id, key)
  expect((await read(id, key)).count).toBe(5)
  const texts = (await journal(id, key)).map(({ data }) => data)
  expect(texts.join('\n')).toMatch(/Values left empty [^:]*: 2\..*: "n\.c\." \(row 9\).*: "\?" \(row 12\)/s)
})

test('a later workbook is read where the former one was: its sheet, and its header of two rows below a title', async () => {
  const sheets = (year: number, first: string) => [
    {
      name: 'Contents',
      rows: [
        ['Sheet', 'Content'],
        ['Grants', 'by club'],
      ],
    },
    {
      name: first,
      rows: [
        ['code', 'label'],
        ['a', 'b'],
      ],
    },
    {
      name: 'Grants',
      rows: [
        ['Grants of the town'],
        [],
        ['Club', 'Asked', '', 'Given', ''],
        ['', 'euros', 'share', 'euros', 'share'],
        ['Judo', year, 1, 2, 3],
      ],
    },
  ]
  const options = { spreadsheetWorksheetIndex: 3, spreadsheetHeaderLine: 3, headerRows: 2 }
  const { id, key } = await sent(sheets(2024, 'Codes'), options)
  await untilFinalized(id, key, '?draft=true')
  await ask(`/api/v1/datasets/${id}/draft`, { key, method: 'POST', json: {} })
  await untilFinalized(id, key)
  await upload(xlsx(sheets(2025, 'Codes')), { key, id, fileName: 'grants.xlsx' })
  await untilJournaled(id, key, 'finalize-end', 3)
  expect((await lines(id, '', key)).results).toMatchObject([{ club: 'Judo', asked_euros: 2025, given_share: 3 }])
  // The sheet has another position.
  await upload(xlsx(sheets(2026, 'Codes').toSpliced(1, 1)), { key, id, fileName: 'grants.xlsx' })
  await untilJournaled(id, key, 'finalize-end', 4)
  expect((await lines(id, '', key)).results).toMatchObject([{ club: 'Judo', asked_euros: 2026 }])
  expect((await read(id, key)).finalizedAt).toBeDefined()
})

test('percentages of a workbook are the numbers that it shows, and their unit is in the title', async () => {
  const key = await keyOf()
  const cell = (content: string) => `<table:table-cell ${content}</table:table-cell>`
  const name = (text: string) => cell(`office:value-type="string"><text:p>${text}</text:p>`)
  const percent = (value: string) => cell(`office:value-type="percentage" office:value="${value}"><text:p/>`)
  const rows = [
    [name('club'), name('Rate'), name('Share (%)')],
    [name('Judo'), percent('0.12'), percent('0.5')],
    [name('Chess'), percent('0.07'), percent('1')],
  ]
  const table = rows.map((cells) => `<table:table-row>${cells.join('')}</table:table-row>`).join('')
  const content = `<office:document><table:table table:name="A">${table}</table:table></office:document>`
  const { id } = await upload(content, { key, fileName: 'rates.fods' })
  const { schema } = await untilFinalized(id, key)
  expect(schema.filter((field) => !('x-calculated' in field)).map(({ title }) => title)).toEqual([
    undefined,
    'Rate (%)',
    undefined,
  ])
  expect((await lines(id, 'select=rate', key)).results).toMatchObject([{ rate: 12 }, { rate: 7 }])
})
