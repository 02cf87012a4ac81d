import { strToU8, zipSync } from 'fflate'
import { describe, expect, it } from 'vitest'
import { formatKind } from '../../../worker/formats/workbook/read-number-format'
import { limits } from '../../../worker/limits'
import { fixture, leftOutOf, tableOf } from './sheets'
import { read, rowOf, text, xlsx } from './xlsx-sheets'

const head = 'name,day,moment,count,share,open,total,link,time,code,note'
const last = 'last,,,12345678901,1.5,,,,,7, \n'

describe('a workbook of another program', () => {
  it.each([
    ['openpyxl.xlsx', 'true', 'false', '1e+21'],
    ['libreoffice.xlsx', 'true', 'false', '1e+21'],
    ['libreoffice.ods', '1', '0', '1E+021'],
    ['libreoffice.fods', '1', '0', '1E+021'],
  ])('%s gives typed cells: days, moments, times, numbers, booleans, links, results', async (name, yes, no, large) => {
    const kind = name.split('.')[1] as 'xlsx' | 'ods' | 'fods'
    const text = await tableOf(kind, fixture(`workbooks/${name}`))
    const lines = text.split('\n')
    // openpyxl writes formulas without results; LibreOffice computes them.
    const anyTotal = (line: string | undefined) => line?.replace(/,(true|false|0|1),[^,]*,/, ',$1,T,')
    expect(lines[0]).toBe(head)
    expect(anyTotal(lines[1])).toBe(
      `Évreux & <co>,2024-02-29,2024-02-29T13:05:59.000Z,3,0.3,${yes},T,https://example.org/a?b=1&c=2,09:30:00,00123,"two`,
    )
    expect(anyTotal(lines[3])).toBe(
      `plain,1999-12-31,2000-01-01T00:00:00.000Z,-4,${large},${no},T,,23:59:59,0456,"say ""hi"", ok"`,
    )
    expect(text.endsWith(last)).toBe(true)
  })

  it.each(['xlsx', 'ods', 'fods'] as const)('%s is read at the requested sheet, header and column', async (kind) => {
    const bytes = fixture(`workbooks/libreoffice.${kind}`)
    expect(await tableOf(kind, bytes, { sheet: 2, headerLine: 3 })).toBe('x,y\n1,a\n2,\n')
    expect(await tableOf(kind, bytes, { sheet: 2, headerLine: 2, startColumn: 3 })).toBe('y\na\n')
    expect(await tableOf(kind, bytes, { sheet: 2 })).toMatch(/^title over the table\n/)
    await expect(tableOf(kind, bytes, { sheet: 3 })).rejects.toMatchObject({
      code: 'sheet-missing',
      params: { sheet: 3, sheets: 2 },
    })
  })
})

describe('a hostile or odd workbook', () => {
  it('has its dimension element ignored', async () => {
    expect(
      await read(`<dimension ref="A1:XFD1048576"/><sheetData>${rowOf(text('a'))}${rowOf('<c r="A2"><v>1</v></c>')}`),
    ).toBe('a\n1\n')
  })

  it('may merge a million cells', async () => {
    const merges = '<mergeCell ref="A1:XFD1"/>'.repeat(100_000)
    expect(await read(`<sheetData>${rowOf(text('a'))}</sheetData><mergeCells>${merges}</mergeCells>`)).toBe('a\n')
  })

  it('has its own entities ignored', async () => {
    const bytes = xlsx('', {
      'xl/worksheets/sheet1.xml':
        '<!DOCTYPE x [<!ENTITY e SYSTEM "file:///etc/passwd"><!ENTITY lol "lollol">]>' +
        `<worksheet><sheetData>${rowOf(text('a&e;&lol;&amp;&#65;'))}</sheetData></worksheet>`,
    })
    expect(await tableOf('xlsx', bytes)).toBe('a&e;&lol;&A\n')
  })

  it('may have texts in CDATA sections', async () => {
    const cells = `${text('<![CDATA[x & <y>]]> &amp; z')}<c t="str"><v><![CDATA[<b>]]></v></c>`
    expect(await read(`<sheetData>${rowOf(cells)}</sheetData>`)).toBe('x & <y> & z,<b>\n')
  })

  it('may have numbers in the format of a date that are beyond the calendar', async () => {
    const styles = '<styleSheet><cellXfs><xf numFmtId="0"/><xf numFmtId="14"/></cellXfs></styleSheet>'
    const cells = [2_958_465, 99_999_999_999].map((number) => `<row><c s="1"><v>${number}</v></c></row>`).join('')
    expect(await read(`<sheetData>${rowOf(text('a'))}${cells}</sheetData>`, { 'xl/styles.xml': styles })).toBe(
      'a\n9999-12-31\n99999999999\n',
    )
  })

  it('has codes with the zeros that their format shows', async () => {
    const formats = [
      '00000',
      '0#&quot; &quot;##&quot; &quot;##&quot; &quot;##&quot; &quot;##',
      '000 000',
      '0',
      '0.00',
      '#,##0',
      '00&quot; €&quot;',
    ]
    const codes = formats.map((code, at) => `<numFmt numFmtId="${170 + at}" formatCode="${code}"/>`).join('')
    const xfs = formats.map((_, at) => `<xf numFmtId="${170 + at}"/>`).join('')
    const styles = `<styleSheet><numFmts>${codes}</numFmts><cellXfs><xf numFmtId="0"/>${xfs}</cellXfs></styleSheet>`
    const values = [1, 244_809_906, 12, 1, 1, 1, 7]
    const cells = values.map((value, at) => `<c s="${at + 1}"><v>${value}</v></c>`).join('')
    const others = [1.5, -3].map((value) => `<c s="1"><v>${value}</v></c>`).join('')
    const sheet = `<sheetData><row>${values.map((_, at) => text(`c${at}`)).join('')}</row><row>${cells}</row><row>${others}</row></sheetData>`
    const table = await read(sheet, { 'xl/styles.xml': styles })
    expect(table.split('\n').slice(1, 3)).toEqual(['00001,0244809906,000012,1,1,1,7', '1.5,-3,,,,,'])
    const row = (cell: string) => `<table:table-row><table:table-cell ${cell}</table:table-cell></table:table-row>`
    const number = (value: number, shown: string) =>
      row(`office:value-type="float" office:value="${value}"><text:p>${shown}</text:p>`)
    const rows = number(1, '00001') + number(1, '1,00') + number(0, '0') + number(2, '01')
    const ods = `<table:table>${row('><text:p>code</text:p>')}${rows}</table:table>`
    expect(await tableOf('fods', strToU8(ods))).toBe('code\n00001\n1\n0\n2\n')
  })

  it('may write characters as escapes; those of lone surrogates stay as they are written', async () => {
    const sheet = (value: string) => read(`<sheetData>${rowOf(text(value))}`)
    expect(await sheet('_x0041_ _xD83D__xde00_ &#xD83D;&#56832; &#x1F600;')).toBe('A 😀 😀 😀\n')
    expect(await sheet('_x0041_ _xD83D_ &#65;')).toBe('A _xD83D_ A\n')
    expect(await sheet('&#xD83D; &#65; _x0041_')).toBe('&#xD83D; A A\n')
    expect(await read(`<sheetData>${rowOf('<c t="str"><v>a_x0041_</v></c>')}</sheetData>`)).toBe('aA\n')
  })

  it('has whole numbers with all the digits of the file', async () => {
    const numbers = ['12345678901234567', '-12345678901234569', '9007199254740993', '1.2345678901234567E+16', '0.1']
    const rows = numbers.map((number) => rowOf(`<c><v>${number}</v></c>`)).join('')
    const expected = [...numbers.slice(0, 3), '12345678901234568', '0.1']
    expect(await read(`<sheetData>${rowOf(text('n'))}${rows}</sheetData>`)).toBe(`n\n${expected.join('\n')}\n`)
  })

  it('has the address of a cell that is a link, and the text of one with a link in it', async () => {
    const link = '<text:a xlink:href="https://x.fr/doc" xlink:type="simple">ici</text:a>'
    const cells = ['a', link, `Voir ${link} pour le détail`].map(
      (body) =>
        `<table:table-row><table:table-cell office:value-type="string"><text:p>${body}</text:p></table:table-cell></table:table-row>`,
    )
    const sheet = `<table:table table:name="A">${cells.join('')}</table:table>`
    expect(await tableOf('fods', strToU8(sheet))).toBe('a\nhttps://x.fr/doc\nVoir ici pour le détail\n')
  })

  it('may write all its names with a prefix', async () => {
    const bytes = xlsx('', {
      'xl/worksheets/sheet1.xml':
        '<x:worksheet><x:sheetData><x:row r="1"><x:c r="A1" t="s"><x:v>0</x:v></x:c></x:row></x:sheetData></x:worksheet>',
      'xl/sharedStrings.xml':
        '<x:sst><x:si><x:r><x:t>a</x:t></x:r><x:rPh><x:t>no</x:t></x:rPh><x:r><x:t>b</x:t></x:r></x:si></x:sst>',
    })
    expect(await tableOf('xlsx', bytes)).toBe('ab\n')
  })

  it('may have cells far to the right of its header, which are left out', async () => {
    const far = '<c r="XFD2"><v>9</v></c>'
    expect(await read(`<sheetData>${rowOf(text('a'))}<row r="2"><c r="A2"><v>1</v></c>${far}</row>`)).toBe('a\n1\n')
  })

  it('tells how many cells are beside its header, and the row of the first', async () => {
    const sheet = (cells: string) =>
      xlsx(
        `<sheetData><row r="3"><c r="B3" t="inlineStr"><is><t>a</t></is></c></row><row r="4">${cells}</row></sheetData>`,
      )
    const cell = (column: string) => `<c r="${column}4"><v>1</v></c>`
    expect((await leftOutOf('xlsx', sheet(cell('A') + cell('B') + cell('D')))).beyond).toEqual({ count: 2, row: 4 })
    expect((await leftOutOf('xlsx', sheet(cell('B')))).beyond).toBeUndefined()
  })

  it('is refused when its header is beyond the limit of columns', async () => {
    const header = (reference: string) =>
      read(`<sheetData><row r="1">${text('a')}<c r="${reference}1"><v>9</v></c></row><row r="2">${text('b')}</row>`)
    expect((await header('ALL')).split('\n')[0]?.split(',').length).toBe(1_000)
    await expect(header('ALM')).rejects.toMatchObject({ code: 'file-too-many-columns' })
    await expect(header('XFD')).rejects.toMatchObject({ code: 'file-too-many-columns' })
    const alone = '<sheetData><row r="1"><c r="XFD1"><v>9</v></c></row>'
    await expect(read(alone)).rejects.toMatchObject({ code: 'file-too-many-columns' })
    const empty = '<table:table-cell table:number-columns-repeated="5000"/>'
    const cell = '<table:table-cell><text:p>a</text:p></table:table-cell>'
    const ods = `<table:table><table:table-row>${cell}${empty}${cell}</table:table-row></table:table>`
    await expect(tableOf('fods', strToU8(ods))).rejects.toMatchObject({ code: 'file-too-many-columns' })
  })

  it.each(['1', '-1', 'NaN', '__proto__'])(
    'is refused when a cell has a shared string %s that is missing',
    async (index) => {
      const rows = `${rowOf(text('a'))}${rowOf(`<c t="s"><v>${index}</v></c>`)}`
      const strings = { 'xl/sharedStrings.xml': '<sst><si><t>b</t></si></sst>' }
      await expect(read(`<sheetData>${rows}`, strings)).rejects.toMatchObject({ code: 'workbook-invalid' })
    },
  )

  it('counts days from 1900, from 1904, and around the 29 February 1900 of Excel', async () => {
    const parts = (date1904: string) => ({
      'xl/styles.xml': '<styleSheet><cellXfs><xf numFmtId="0"/><xf numFmtId="14"/></cellXfs></styleSheet>',
      'xl/workbook.xml': `<workbook><workbookPr date1904="${date1904}"/><sheets><sheet r:id="rId1"/></sheets></workbook>`,
    })
    const sheet = `<sheetData>${rowOf(text('d'))}${['1', '59', '61', '45351'].map((n) => rowOf(`<c s="1"><v>${n}</v></c>`)).join('')}`
    expect(await read(sheet, parts('0'))).toBe('d\n1900-01-01\n1900-02-28\n1900-03-01\n2024-02-29\n')
    expect(await read(sheet, parts('1'))).toBe('d\n1904-01-02\n1904-02-29\n1904-03-02\n2028-03-01\n')
  })

  it('is refused without rows, and without a sheet', async () => {
    await expect(read('<sheetData></sheetData>')).rejects.toMatchObject({ code: 'sheet-empty' })
    await expect(tableOf('xlsx', zipSync({ 'a.txt': strToU8('a') }))).rejects.toMatchObject({
      code: 'workbook-invalid',
    })
  })

  it('is refused when its strings would not fit in memory', async () => {
    const some = Array.from({ length: 50_000 }, (_, at) => `<si><t>${(at * 7_919).toString(36).repeat(12)}</t></si>`)
    const strings = `<sst>${some.join('').repeat(12)}</sst>`
    await expect(read(`<sheetData>${rowOf(text('a'))}`, { 'xl/sharedStrings.xml': strings })).rejects.toMatchObject({
      code: 'workbook-too-large',
      params: { part: 'sharedStrings' },
    })
  })

  it('is refused when its strings are short and too many', async () => {
    const strings = `<sst>${'<si/>'.repeat(1_500_001)}</sst>`
    await expect(read(`<sheetData>${rowOf(text('a'))}`, { 'xl/sharedStrings.xml': strings })).rejects.toMatchObject({
      code: 'workbook-too-large',
      params: { part: 'sharedStrings', max: 1_500_000 },
    })
  })

  it.each([
    ['xf', 'xl/styles.xml', (tags: string) => `<styleSheet><cellXfs>${tags}</cellXfs></styleSheet>`],
    ['Relationship', 'xl/worksheets/_rels/sheet1.xml.rels', (tags: string) => `<Relationships>${tags}</Relationships>`],
  ])('is refused when a part has more elements %s than fit in memory', async (name, part, whole) => {
    const { maxPartTags } = limits.workbooks
    const withTags = (count: number) =>
      read(`<sheetData>${rowOf(text('a'))}`, { [part]: whole(`<${name}/>`.repeat(count)) })
    expect(await withTags(maxPartTags)).toBe('a\n')
    await expect(withTags(maxPartTags + 1)).rejects.toMatchObject({
      code: 'workbook-too-large',
      params: { part: name },
    })
  })

  it('is refused when a row never ends', async () => {
    await expect(read(`<sheetData><row>${' '.repeat(limits.workbooks.maxRowChars)}`)).rejects.toMatchObject({
      code: 'file-record-too-long',
    })
  })

  it('is refused when it repeats a row of OpenDocument too often', async () => {
    const table = (repeated: number) =>
      '<table:table><table:table-row><table:table-cell><text:p>a</text:p></table:table-cell></table:table-row>' +
      `<table:table-row table:number-rows-repeated="${repeated}"><table:table-cell office:value="1" office:value-type="float"` +
      ' table:number-columns-repeated="16384"/></table:table-row></table:table>'
    const ods = (repeated: number) => tableOf('fods', strToU8(table(repeated)))
    expect(await ods(3)).toBe('a\n1\n1\n1\n')
    await expect(ods(1_048_577)).rejects.toMatchObject({ code: 'workbook-too-large' })
  })

  it('is refused when the rows that it repeats are long', async () => {
    const { maxRepeatedChars, maxCellChars } = { ...limits.workbooks, ...limits.files }
    const cell = (value: string) => `<table:table-cell><text:p>${value}</text:p></table:table-cell>`
    const times = maxRepeatedChars / maxCellChars + 1
    const ods = (chars: number) =>
      `<table:table><table:table-row>${cell('a')}</table:table-row>` +
      `<table:table-row table:number-rows-repeated="${times}">${cell('x'.repeat(chars))}</table:table-row></table:table>`
    // A line ends with a line break.
    expect((await tableOf('fods', strToU8(ods(maxCellChars - 1)))).length).toBe(2 + times * maxCellChars)
    await expect(tableOf('fods', strToU8(ods(maxCellChars)))).rejects.toMatchObject({
      code: 'workbook-too-large',
      params: { part: 'repeated rows' },
    })
  })
})

it.each([
  [14, undefined, 'date'],
  [22, undefined, 'date'],
  [20, undefined, 'time'],
  [46, undefined, 'duration'],
  [0, undefined, 'number'],
  [164, 'General', 'number'],
  [164, 'yyyy\\-mm\\-dd', 'date'],
  [164, '[$-40C]d mmmm yyyy;@', 'date'],
  [164, 'mmm', 'date'],
  [164, '[h]:mm:ss', 'duration'],
  [164, '[Red]hh:mm', 'time'],
  [164, 'hh:mm', 'time'],
  [164, '#,##0.00" days"', 'number'],
  [164, '[Red]-0.0', 'number'],
  [164, '0.00E+00', 'number'],
  [164, '_-* #,##0.00\\ [$€-40C]_-', 'number'],
])('format %i %j is a %s', (id, code, kind) => {
  expect(formatKind(id, code)).toBe(kind)
})
