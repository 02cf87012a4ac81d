/** The table of a dataset: search, figures, layout of columns, cells. */
import { strToU8, zipSync } from 'fflate'
import { expect, test } from 'vitest'
import { keyOf } from '../support/accounts'
import { open, publish, untilFinalized, untilJournaled } from '../support/datasets'
import { bulk, createEditable } from '../support/editable'
import { ask, send } from '../support/http'
import { page, published } from './support'

const towns =
  'town,note,people\nBrest,the port and the sea,10\nRennes,a port far away,20\nDinan,old town,30\nVannes,,40\n'
const numbersOf = (html: string) => [...html.matchAll(/<td class="number">(\d+)<\/td>/g)].map(([, n]) => Number(n))

test('a search finds the rows with all its words, or with any of them on request', async () => {
  const { id } = await published(await keyOf(), {}, towns)
  const all = (await page(`/dataset/${id}/table?q=port+sea`)).html
  expect(numbersOf(all)).toEqual([10])
  expect(all).toContain('<strong>all the words</strong>')
  const link = /href="([^"]+)" data-swap="true">any word</.exec(all)?.[1]?.replaceAll('&amp;', '&') ?? ''
  expect(link).toContain('q_mode=or')
  const any = (await page(link)).html
  expect(numbersOf(any)).toEqual([10, 20])
  expect(any).toContain('<strong>any word</strong>')
  const none = (await page(`/dataset/${id}/table?q=port+town+sea`)).html
  expect(none).toContain('Search for any of the words')
  expect((await page(`/dataset/${id}/table?q=port`)).html).not.toContain('any word')
  // The CSV download has the rows of the page.
  expect(await (await send(`/dataset/${id}/table.csv?q=port+sea`)).text()).not.toContain('Rennes')
  // The API is as it was.
  const lines = (await (await send(`/api/v1/datasets/${id}/lines?q=port+sea`)).json()) as { total: number } // a page
  expect(lines.total).toBe(2)
})

test('a printed table names its search and the number of its rows', async () => {
  const { id } = await published(await keyOf(), {}, towns)
  const printed = async (query: string) =>
    /<div class="on-paper" hidden[^>]*>(.*?)<\/div>/s.exec((await page(`/dataset/${id}/table${query}`)).html)?.[1]
  expect(await printed('?q=port')).toMatch(/port.*2 rows/s)
  expect(await printed('')).toMatch(new RegExp(`4 rows · http.*/dataset/${id}/table · \\w+ \\d+, \\d{4}$`))
})

test('the words of a search are marked in cells and in the row only', async () => {
  const { id } = await published(await keyOf(), {}, 'name,note\n<b>Port</b>,a port\nOther,ports & seas\n')
  const { html } = await page(`/dataset/${id}/table?q=port`)
  expect(html).toContain('&lt;b&gt;<mark>Port</mark>&lt;/b&gt;')
  expect(html).toContain('<mark>ports</mark> &amp; seas')
  expect((await page(`/dataset/${id}/table?note_search=port`)).html).toContain('&lt;b&gt;Port&lt;/b&gt;')
  const link = /href="([^"]*line=[^"]+)"/.exec(html)?.[1]?.replaceAll('&amp;', '&') ?? ''
  expect((await page(link)).html.split('class="line-values"')[1]).toContain('<mark>')
})

test('the figures above columns name their rows; those of an open column are of the rows found', async () => {
  const { id } = await published(await keyOf(), {}, towns)
  expect((await page(`/dataset/${id}/table`)).html).not.toContain('Above the columns')
  expect((await page(`/dataset/${id}/table`)).html).toContain('25% empty')
  expect((await page(`/dataset/${id}/table?q=port`)).html).toContain('Above the columns: all 4 rows, found or not.')
  const all = (await page(`/dataset/${id}/table?column=people`)).html.split('data-region="panel"')[1] ?? ''
  expect(all).toContain('Of all 4 rows')
  expect(all).toContain('10 – 40')
  expect(all).toContain('Sum 100 · average 25')
  const found = (await page(`/dataset/${id}/table?q=port&column=people`)).html.split('data-region="panel"')[1] ?? ''
  expect(found).toContain('Of the 2 rows found')
  expect(found).toContain('10 – 20')
  expect(found).toContain('Sum 30 · average 15')
  const notes =
    (await page(`/dataset/${id}/table?people_gte=30&column=note`)).html.split('data-region="panel"')[1] ?? ''
  expect(notes).toContain('old town')
  expect(notes).toContain('1 · 50%')
})

test('the file of the rows found says so by its name, and the chip of a yes/no column has its words', async () => {
  const { id, slug } = await published(await keyOf(), {}, 'town,open\nBrest,oui\nLannion,non\n')
  const nameOf = async (query: string) =>
    (await page(`/dataset/${id}/table.csv${query}`)).headers.get('content-disposition')
  expect(await nameOf('')).toBe(`attachment; filename="${slug}.csv"`)
  expect(await nameOf('?town_eq=Brest')).toBe(`attachment; filename="${slug}-filtered.csv"`)
  expect((await page(`/dataset/${id}/table?open_eq=true`)).html).toContain('open = Yes')
})

test('downloads have the titles of columns as headers, and yes and no as words; programs read the names of the file', async () => {
  const key = await keyOf()
  const { id } = await published(key, {}, 'nom;code;ouvert\nBrest;a;oui\nLannion;;non\nDinan;b;\n')
  const { schema } = await ask<{ schema: { key: string }[] }>(`/api/v1/datasets/${id}`)
  const titles: Record<string, string> = { nom: 'Town', code: 'nom', ouvert: 'Open' }
  const titled = schema.map((field) => ({ ...field, ...(titles[field.key] ? { title: titles[field.key] } : {}) }))
  await ask(`/api/v1/datasets/${id}`, { method: 'PATCH', key, json: { schema: titled } })
  const href = /href="([^"]*table\.csv[^"]*)"/.exec((await page(`/dataset/${id}/table`)).html)?.[1] ?? ''
  const text = async (url: string) => await (await send(url.replaceAll('&amp;', '&'))).text()
  // The title of one column is the name of another one: its own name is the header.
  expect(await text(href)).toBe('"Town","code","Open"\n"Brest","a",true\n"Lannion",,false\n"Dinan","b",\n')
  expect(await text(`/dataset/${id}/table.csv?size=1`)).toContain('"nom","code","ouvert"\n"Brest","a",1\n')
})

test('a computed column has its title as header where the others have theirs, and its key where they have the names of the file', async () => {
  const key = await keyOf()
  const { id } = await published(key, {}, 'nom;places\nBrest;2\n')
  const property = { key: 'double', type: 'number', title: 'Twice the places' }
  const extensions = [{ active: true, type: 'exprEval', expr: 'places * 2', property }]
  await ask(`/api/v1/datasets/${id}`, { method: 'PATCH', key, json: { extensions } })
  await untilJournaled(id, key, 'extend-end')
  await untilFinalized(id, key)
  const head = async (query: string) => (await (await send(`/dataset/${id}/table.csv${query}`)).text()).split('\n')[0]
  expect(await head('?use_labels=true')).toContain('"nom","places","Twice the places"')
  expect(await head('')).toContain('"nom","places","double"')
})

test('a column is pinned, moved, hidden and widened by links stored in the address', async () => {
  const { id } = await published(await keyOf(), {}, towns)
  const heads = (html: string) => [...html.matchAll(/<span class="label">(\w+)<\/span>/g)].map(([, name]) => name)
  const panel = (await page(`/dataset/${id}/table?column=note`)).html
  const linkOf = (label: string) =>
    new RegExp(`href="([^"]+)"[^>]*>${label}</a>`).exec(panel)?.[1]?.replaceAll('&amp;', '&') ?? ''
  expect(heads((await page(linkOf('Move left'))).html)).toEqual(['note', 'town', 'people'])
  expect(heads((await page(linkOf('Move right'))).html)).toEqual(['town', 'people', 'note'])
  expect(heads((await page(linkOf('Hide'))).html)).toEqual(['town', 'people'])
  const pinned = (await page(linkOf('Pin to the left'))).html
  expect(pinned).toContain('grid fixed')
  expect(heads(pinned)[0]).toBe('note')
  expect((await page(linkOf('Wider'))).html).toContain('<td class="text w-20">')
  expect(await (await page(`/dataset/${id}/table?select=people,town`)).html).toMatch(
    /name="select" value="people"[^>]*>[\s\S]*name="select" value="town"/,
  )
})

test('local times have their zone, are shown to the second, and stay as written', async () => {
  const { id } = await published(await keyOf(), {}, 'at\n2024-07-01T10:00:00Z\n2024-07-01T10:00:07Z\n')
  const { html } = await page(`/dataset/${id}/table`)
  expect(html).toContain('date and time, Paris time')
  expect(html).toMatch(/<time datetime="2024-07-01T10:00:00Z" title="2024-07-01T10:00:00Z">Jul 1, 2024, 12:00.PM</)
  expect(html).toMatch(/12:00:07.PM/)
})

test('times are shown in the zone of the address, which is named, in the table and for one row', async () => {
  const { id } = await published(
    await keyOf(),
    {},
    'at,day\n2024-07-01T10:00:00Z,2024-07-01\n2024-07-01T23:30:00Z,2024-07-02\n',
  )
  const { html } = await page(`/dataset/${id}/table?timezone=Asia/Tokyo&sort=at`)
  expect(html).toContain('date and time, Tokyo time')
  expect(html).toMatch(/title="2024-07-01T10:00:00Z">Jul 1, 2024, 7:00.PM</)
  expect(html).toMatch(/Jul 2, 2024, 8:30.AM/)
  expect(html).toContain('Times in Tokyo time')
  const row = /href="([^"]*line=[^"]+)"/.exec(html)?.[1]?.replaceAll('&amp;', '&') ?? ''
  expect((await page(row)).html.split('class="line-values"')[1]).toMatch(/7:00.PM/)
  // The zone is no parameter of the data, and an unknown one is none.
  expect(html).toContain(`${id}/table.csv?timezone=`)
  expect((await page(`/dataset/${id}/table?timezone=Mars/Base`)).html).toContain('date and time, Paris time')
  expect((await page(`/dataset/${id}/table?timezone=Asia/Tokyo&select=day`)).html).not.toContain('Tokyo time')
})

test('rows of an editable dataset have no numbers, which would mean nothing', async () => {
  const key = await keyOf()
  const { id } = await createEditable(key, { schema: [{ key: 'town', type: 'string' }] })
  await bulk(id, key, [{ town: 'Brest' }])
  await open(id, key)
  const { html } = await page(`/dataset/${id}/table`)
  expect(html).toContain('aria-label="Open the row"')
  const row = /href="([^"]*line=[^"]+)"/.exec(html)?.[1]?.replaceAll('&amp;', '&') ?? ''
  expect((await page(row)).html).toMatch(/id="panel-title"[^>]*>Row</)
})

test('a row is named by its label, leads to its neighbours, and ends with its empty columns', async () => {
  const names = ['Alpha', 'Beta', 'Gamma']
  const lines = names.map((name, at) => `${at},${name},${at === 1 ? '' : 'x'},${at === 1 ? '' : 'y'}`)
  const { id } = await published(await keyOf(), {}, `n,name,a,b\n${lines.join('\n')}\n`)
  const { html } = await page(`/dataset/${id}/table`)
  const addresses = [...html.matchAll(/href="([^"]*line=[^"]+)"/g)].map(([, address = '']) => address)
  const [first = '', second = '', third = ''] = addresses
  const panel = async (address: string) => (await page(address)).html.split('data-panel')[1] ?? ''
  const middle = await panel(second)
  expect(middle).toMatch(/id="panel-title"[^>]*>Beta</)
  expect(middle).toContain('>Row 2<')
  expect(middle).toContain(`href="${first}" data-swap="keep" rel="nofollow">Previous<`)
  expect(middle).toContain(`href="${third}" data-swap="keep" rel="nofollow">Next<`)
  expect(middle).toContain('<dt>2 empty columns</dt><dd class="quiet">a, b</dd>')
  expect(await panel(first)).not.toMatch(/Previous|empty column/)
  expect(await panel(third)).not.toContain('>Next<')
})

test('a row has its own address, without the search', async () => {
  const { id } = await published(await keyOf(), {}, towns)
  const { html } = await page(`/dataset/${id}/table?q=port&sort=-people`)
  const open = /href="([^"]*line=[^"]+)"/.exec(html)?.[1]?.replaceAll('&amp;', '&') ?? ''
  const own = /href="([^"]+)"[^>]*><svg[^>]*>(?:(?!<\/svg>).)*<\/svg>Link to this row/.exec(
    (await page(open)).html,
  )?.[1]
  expect(new URL(own ?? '').search).toMatch(/^\?line=[^&]+$/)
  expect((await page(own ?? '')).html.split('class="line-values"')[1]).toContain('Rennes')
})

test('files and geometries are shown by type, dangerous addresses as text', async () => {
  const key = await keyOf()
  const value = zipSync({ 'dir/note.txt': strToU8('A note') })
  const parts = [{ name: 'attachments', value, fileName: 'files.zip' }]
  const { id } = await publish('file,n\ndir/note.txt,1\n', { key, parts })
  const files = (await page(`/dataset/${id}/table`, { key })).html
  expect(files).toMatch(/href="[^"]*\/attachments\/dir\/note\.txt" rel="nofollow" title="dir\/note\.txt">/)
  const feature = (properties: object, geometry: object) => ({ type: 'Feature', properties, geometry })
  const areas = {
    type: 'FeatureCollection',
    features: [
      feature(
        { site: 'javascript:alert(1)' },
        {
          type: 'Polygon',
          coordinates: [
            [
              [0, 0],
              [0, 1],
              [1, 1],
              [0, 0],
            ],
          ],
        },
      ),
      feature(
        { site: 'data:text/html,x' },
        {
          type: 'LineString',
          coordinates: [
            [0, 0],
            [1, 1],
          ],
        },
      ),
    ],
  }
  const shapes = await publish(JSON.stringify(areas), { key, fileName: 'areas.geojson' })
  const { html } = await page(`/dataset/${shapes.id}/table`, { key })
  expect(html).toMatch(/<td class="place">Area<\/td>/)
  expect(html).toMatch(/<td class="place">Line<\/td>/)
  expect(html).toContain('>javascript:alert(1)<')
  expect(html).not.toMatch(/href="(javascript|data):/)
  const link = /href="([^"]*line=[^"]+)"/.exec(html)?.[1]?.replaceAll('&amp;', '&') ?? ''
  expect((await page(link, { key })).html).toContain('&quot;coordinates&quot;')
})

test('values of HTML and Markdown are text in cells, and formatted in the row, without scripts', async () => {
  const key = await keyOf()
  const text = '<h2>Open</h2><p>Every <strong>day</strong>&nbsp;&amp; night<br>by the <em>sea</em></p>'
  const unsafe = `<p onclick="steal()">A walk <a href="javascript:steal()">here</a></p><script>steal()</script>`
  const csv = `name,about,notes\nRennes,"${text}",**bold** words\nBrest,"${unsafe.replaceAll('"', '""')}",a < b > c\n`
  const { id, schema } = await published(key, {}, csv)
  const fields = schema.map((field) => (field.key === 'notes' ? { ...field, 'x-display': 'markdown' } : field))
  await ask(`/api/v1/datasets/${id}`, { method: 'PATCH', key, json: { schema: fields } })
  const { html } = await page(`/dataset/${id}/table`)
  expect(html).toContain('Open Every day &amp; night by the sea')
  expect(html).toContain('A walk here')
  expect(html).toContain('bold words')
  expect(html).toContain('a &lt; b &gt; c')
  expect(html).not.toContain('steal')
  const rows = [...html.matchAll(/href="([^"]*line=[^"]+)"/g)].map(([, link]) => link?.replaceAll('&amp;', '&') ?? '')
  const [first, second] = await Promise.all(
    rows.slice(0, 2).map(async (link) => (await page(link)).html.split('class="line-values"')[1]),
  )
  expect(first).toContain('<h3>Open</h3>')
  expect(first).toContain('<p>Every <strong>day</strong>')
  expect(first).toContain('<strong>bold</strong> words')
  expect(second).toContain('<p>A walk <a>here</a></p>')
  expect(second).not.toContain('steal')
})

test('a column of long texts has no number of distinct values, since long values are not compared', async () => {
  const words = 'words '.repeat(100)
  const { id } = await published(await keyOf(), {}, `name,about\nRennes,${words}a\nBrest,${words}b\nDinan,short\n`)
  const { html } = await page(`/dataset/${id}/table`)
  expect(html).toContain('3 distinct values')
  expect(html).toContain('<p>long texts</p>')
  expect(html).not.toContain('1 distinct value<')
})

test('the number of hidden columns is in words, and a long list of columns has a search', async () => {
  const keys = Array.from({ length: 60 }, (_, at) => `c${at}`)
  const { id } = await published(await keyOf(), {}, `${keys.join(',')}\n${keys.map(() => 'x').join(',')}\n`)
  const { html } = await page(`/dataset/${id}/table`)
  expect(html).toMatch(/data-region="column-count">20 more columns</)
  expect(html).toContain('data-find-column')
  const french = await page(`/dataset/${id}/table`, { headers: { 'accept-language': 'fr' } })
  expect(french.html).toMatch(/data-region="column-count">20 autres colonnes</)
  const { html: few } = await page(`/dataset/${id}/table?select=c1,c2`)
  expect(few).toMatch(/data-region="column-count">58 more columns</)
  const { id: small } = await published(await keyOf())
  expect((await page(`/dataset/${small}/table`)).html).not.toContain('data-find-column')
})
