/** Review of a file by plain forms: detected options are corrected before the file is published. */
import { expect, test } from 'vitest'
import { xlsx } from '../../worker/formats/workbook/write-xlsx'
import { keyOf } from '../support/accounts'
import { decideDraft, lines, publish, untilFinalized, upload } from '../support/datasets'
import { fixture } from '../support/fixtures'
import { origin, send } from '../support/http'
import { page, racks, submit } from './support'

test('columns without a value are told', async () => {
  const key = await keyOf()
  const { id } = await upload('name;Remarques;n\nA;;1\nB;;2\n', { key, query: '?draft=true' })
  await untilFinalized(id, key, '?draft=true')
  const { html } = await page(`/dataset/${id}/review`, { key })
  expect(html).toMatch(/Left out, because empty<\/dt><dd class="whole">[Rr]emarques</)
})

test('characters that the file loses are told', async () => {
  const key = await keyOf()
  const content = new Uint8Array([...new TextEncoder().encode('name,n\nA'), 0xff, ...new TextEncoder().encode(',1\n')])
  const parts = [{ name: 'file_encoding', value: 'utf-8' }]
  const { id } = await upload(content, { key, query: '?draft=true', parts })
  await untilFinalized(id, key, '?draft=true')
  expect((await page(`/dataset/${id}/review`, { key })).html).toContain('cannot be read in its encoding')
})

test('codes that are proposed as text are shown so in the first rows', async () => {
  const key = await keyOf()
  const { id } = await upload('town,code postal,people\nDinan,22100,14000\nBrest,29200,139000\n', {
    key,
    query: '?draft=true',
  })
  await untilFinalized(id, key, '?draft=true')
  const review = (await page(`/dataset/${id}/review`, { key })).html
  const rows = review.slice(review.indexOf('data-region="rows"'))
  const kinds = [...rows.matchAll(/<td class="([^"]*)">/g)].slice(0, 3).map(([, kind]) => kind)
  expect(kinds.map((kind) => kind?.includes('number'))).toEqual([false, false, true])
})

test('the values that make a text of a column of numbers or dates are quoted', async () => {
  const key = await keyOf()
  const rows = Array.from({ length: 40 }, (_, at) => {
    const [amount, day] = [at === 17 ? 'n.c.' : `${at},5`, at === 20 ? 'soon' : `0${1 + (at % 9)}/03/2024`]
    return `Town ${at};${amount};${day};${at === 3 ? 'none' : `00${at % 7}`};${at === 5 ? 'n.d.' : `${at} %`}`
  })
  const { id } = await upload(`town;amount;day;code;share\n${rows.join('\n')}\n`, { key, query: '?draft=true' })
  await untilFinalized(id, key, '?draft=true')
  const { html } = await page(`/dataset/${id}/review`, { key })
  expect(html.match(/Text because of/g)).toHaveLength(2)
  expect(html).toContain('Text because of 1 value that is not of the type “number” (n.c.). Choose that type')
  expect(html).toContain('Text because of 1 value that is not of the type “date” (soon). Choose that type')
  expect(html).toContain('Most values are numbers with the unit “%”, others are not (n.d.). Choose the type “number”')
  expect(html).not.toContain('seems to be a title')
})

test('the page of a first file says that nothing is published, and its warnings are no errors once it is', async () => {
  const key = await keyOf()
  const { id } = await upload('name;empty;n\nA;;1\nB;;2\n', { key, query: '?draft=true' })
  await untilFinalized(id, key, '?draft=true')
  const { html } = await page(`/dataset/${id}`, { key })
  expect(html).toContain('Nothing is published yet')
  expect(html).toContain('>Created</dt>')
  await decideDraft(id, 'POST', key)
  await untilFinalized(id, key)
  const log = (await page(`/dataset/${id}/journal`, { key })).html
  expect(log).toContain('>Warning</strong>')
  expect(log).not.toContain('>Error</strong>')
})

test('long geometries are on the map of the review', async () => {
  const key = await keyOf()
  const coordinates = Array.from({ length: 60 }, (_, at) => [-3 + at / 1_000, 48 + at / 1_000])
  const feature = { type: 'Feature', properties: { name: 'Path' }, geometry: { type: 'LineString', coordinates } }
  const text = JSON.stringify({ type: 'FeatureCollection', features: [feature] })
  const { id } = await upload(text, { key, query: '?draft=true', fileName: 'paths.geojson' })
  await untilFinalized(id, key, '?draft=true')
  const { html } = await page(`/dataset/${id}/review`, { key })
  expect(html).toContain('The first position of the file.')
})

test('coordinates in Lambert-93 are proposed, shown on a map, published, and moved by another projection', async () => {
  const key = await keyOf()
  const { id } = await upload('name,x_l93,y_l93\nDinan,329700.5,6826400\nLannion,225500,6865800.25\n', {
    key,
    query: '?draft=true',
  })
  await untilFinalized(id, key, '?draft=true')
  const review = (await page(`/dataset/${id}/review`, { key })).html
  expect(review).toContain('Proposed: name, and values from 225,500 to 329,700.5, as in RGF93 / Lambert-93')
  expect(review).toContain('<option value="EPSG:2154" selected="">')
  const [, points = ''] = /data-points="([^"]*)"/.exec(review) ?? []
  type Reviewed = { points: { features: { geometry: { coordinates: number[] } }[] }; text: string }
  const { features } = (JSON.parse(points.replaceAll('&quot;', '"')) as Reviewed).points // as the page writes it
  expect(features.map(({ geometry }) => geometry.coordinates.map((degrees) => degrees.toFixed(1)))).toEqual([
    ['-2.0', '48.4'],
    ['-3.5', '48.7'],
  ])
  const concepts = ['', 'http://data.ign.fr/def/geometrie#coordX', 'http://data.ign.fr/def/geometrie#coordY']
  const columns = Object.fromEntries(concepts.map((concept, at) => [`concept-${at}`, concept]))
  const chosen = async (form: Record<string, string>) =>
    (await (await submit(`/dataset/${id}/review/points`, form, { key })).json()) as Reviewed
  const web = await chosen({ ...columns, projection: 'EPSG:3857' })
  expect(web.points.features[0]?.geometry.coordinates.map(Math.round)).toEqual([3, 52])
  expect(web.text).toBe('The first 2 positions of the file.')
  const none = await chosen({ ...columns, projection: 'EPSG:2154', 'concept-1': '' })
  expect([none.points.features, none.text]).toEqual([[], ''])
  expect((await submit(`/dataset/${id}/review/points`, columns)).status).toBe(403)
  const fields = { action: 'publish', ...columns, projection: 'EPSG:2154' }
  expect((await submit(`/dataset/${id}/review`, fields, { key })).status).toBe(303)
  const published = await untilFinalized(id, key)
  expect(published.projection).toEqual({ code: 'EPSG:2154', title: 'RGF93 / Lambert-93' })
  expect(published.bbox?.map((degrees) => degrees.toFixed(1))).toEqual(['-3.5', '48.4', '-2.0', '48.7'])

  const edited = { part: 'schema', ...columns, projection: 'EPSG:3857' }
  expect((await submit(`/dataset/${id}/edit`, edited, { key })).status).toBe(303)
  const moved = await untilFinalized(id, key)
  expect(moved.projection).toMatchObject({ code: 'EPSG:3857' })
  expect(moved.bbox?.map((degrees) => degrees.toFixed(1))).not.toEqual(
    published.bbox?.map((degrees) => degrees.toFixed(1)),
  )
})

test('cells with several values are proposed, published as such, and one value again on request', async () => {
  const key = await keyOf()
  const tags = ['water', 'sport', 'games']
  const rows = tags.flatMap((one) => tags.map((other) => `${one}|${other}`))
  const { id } = await upload(`place,tags\n${rows.map((row, at) => `Place ${at},${row}`).join('\n')}\n`, {
    key,
    query: '?draft=true',
  })
  await untilFinalized(id, key, '?draft=true')
  const review = (await page(`/dataset/${id}/review`, { key })).html
  expect(review).toContain('<option value="|" selected="">several: a | b</option>')
  expect(review).toContain('Proposed: water|water has several values')
  expect((await submit(`/dataset/${id}/review`, { action: 'publish', 'separator-1': '|' }, { key })).status).toBe(303)
  await untilFinalized(id, key)
  expect((await lines(id, 'tags_eq=water', key)).total).toBe(5)
  const edit = (await page(`/dataset/${id}/edit`, { key })).html
  expect(edit).toContain('<option value="|" selected="">')
  expect((await submit(`/dataset/${id}/edit`, { part: 'schema', 'separator-1': '' }, { key })).status).toBe(303)
  await untilFinalized(id, key)
  expect((await lines(id, 'tags_eq=water', key)).total).toBe(0)
})

test.each(['libreoffice.xlsx', 'libreoffice.ods'])(
  'the sheet and header row of %s are shown, and changed',
  async (name) => {
    const key = await keyOf()
    const { id } = await upload(fixture(`workbooks/${name}`), { key, fileName: name, query: '?draft=true' })
    await untilFinalized(id, key, '?draft=true')
    const review = (await page(`/dataset/${id}/review`, { key })).html
    expect(review).toMatch(
      /<dt>Sheet<\/dt><dd>__proto__ <span class="quiet">1 of 2<\/span><form.*?<\/dd><dt>Header row</,
    )
    expect(review).not.toContain('<dt>Encoding</dt>')
    expect(review).toContain('<option value="2">second</option>')
    const fields = { action: 'reread', spreadsheetWorksheetIndex: '2', spreadsheetHeaderLine: '3' }
    expect((await submit(`/dataset/${id}/review`, fields, { key })).status).toBe(303)
    await untilFinalized(id, key, '?draft=true')
    const again = (await page(`/dataset/${id}/review`, { key })).html
    expect(again).toMatch(
      /<dt>Sheet<\/dt><dd>second <span class="quiet">2 of 2<\/span><form.*?<\/dd><dt>Header row<\/dt><dd>3<\/dd>/,
    )
  },
)

test('the layer of a GeoPackage is shown, and changed', async () => {
  const key = await keyOf()
  const { id } = await upload(fixture('geo/layers.gpkg'), { key, fileName: 'layers.gpkg', query: '?draft=true' })
  await untilFinalized(id, key, '?draft=true')
  const review = (await page(`/dataset/${id}/review`, { key })).html
  expect(review).toContain('<dt>Layer</dt><dd>places <span class="quiet">1 of 3</span></dd>')
  expect(review).not.toContain('Header row')
  expect(review).toContain('<option value="3">codes</option>')
  const fields = { action: 'reread', spreadsheetWorksheetIndex: '2' }
  expect((await submit(`/dataset/${id}/review`, fields, { key })).status).toBe(303)
  await untilFinalized(id, key, '?draft=true')
  const again = (await page(`/dataset/${id}/review`, { key })).html
  expect(again).toContain('<dt>Layer</dt><dd>paths <span class="quiet">2 of 3</span></dd>')
})

test('a header below a title is proposed, used with one button, and taken back with another', async () => {
  const key = await keyOf()
  const rows = [['Racks of “2025”'], [], ['name', 'places'], ['A', 12], ['B', 3]]
  const { id } = await upload(xlsx([{ name: 'Racks', rows }]), { key, fileName: 'racks.xlsx', query: '?draft=true' })
  await untilFinalized(id, key, '?draft=true')
  const review = async (language = 'en') =>
    (await page(`/dataset/${id}/review`, { key, headers: { 'accept-language': language } })).html
  const proposed = await review()
  expect(proposed).toContain('Row 1, “Racks of “2025””, looks like a title. Row 3 has 2 names')
  expect(proposed).toContain('>Use row 3 as the header</button>')
  expect(proposed).toContain('data-automatic')
  expect(await review('fr')).toContain('Prendre la ligne 3 comme en-têtes')
  const read = async (line: string) => {
    const fields = { action: 'reread', spreadsheetHeaderLine: line }
    expect((await submit(`/dataset/${id}/review`, fields, { key })).status).toBe(303)
    await untilFinalized(id, key, '?draft=true')
    return review()
  }
  const chosen = await read('3')
  expect(chosen).toContain('Row 3 was used as the header.')
  expect(chosen).toMatch(/name="spreadsheetHeaderLine" value="1"\/><button[^>]*>Use row 1 instead</)
  expect(await review('fr')).toContain('La ligne 3 a servi d’en-tête.')
  expect(chosen).toMatch(/<th scope="row">places/)
  const first = await read('1')
  expect(first).toContain('Row 1 was used as the header.')
  expect(first).not.toContain('data-automatic')
  expect(first).not.toMatch(/<th scope="row">places/)
})

test('columns without a value are named', async () => {
  const key = await keyOf()
  const { id } = await upload('name,Spare one,note,more\noak,,a,\nelm,,b,\n', { key, query: '?draft=true' })
  await untilFinalized(id, key, '?draft=true')
  const review = (await page(`/dataset/${id}/review`, { key })).html
  expect(review).toContain('<dt class="whole">Left out, because empty</dt><dd class="whole">spare_one, more</dd>')
})

test('the queries of a column are changed with its form, which says how long that takes', async () => {
  const key = await keyOf()
  const { id } = await publish('town,people\nSaint-Brieuc,40\nDinan,10\n', { key })
  const edit = (await page(`/dataset/${id}/edit`, { key })).html
  expect(edit).toContain('That takes about 1 second.')
  expect(edit).toContain('<summary aria-label="Search, sort…: 5 of 6, town">Search, sort…: 5 of 6</summary>')
  expect((await send(`/api/v1/datasets/${id}/lines?town_contains=Brieuc`, { key })).status).toBe(400)
  const fields = new URLSearchParams({
    part: 'schema',
    'capabilities-0': 'index,values,textStandard,text,insensitive,wildcard',
  })
  for (const one of ['index', 'values', 'textStandard', 'text', 'insensitive', 'wildcard'])
    fields.append('capability-0', one)
  expect((await submit(`/dataset/${id}/edit`, [...fields], { key })).status).toBe(303)
  await untilFinalized(id, key)
  expect(await lines(id, 'town_contains=Brieuc', key)).toMatchObject({ total: 1 })
})

test('the page of a dataset says once that it is published, with the next steps', async () => {
  const key = await keyOf()
  const { id } = await upload(racks, { key, query: '?draft=true' })
  await untilFinalized(id, key, '?draft=true')
  const answer = await submit(`/dataset/${id}/review`, { action: 'publish', title: 'Racks', access: 'public' }, { key })
  expect(answer.headers.get('location')).toBe(`${origin}/dataset/${id}`)
  const [cookie = ''] = answer.headers.getSetCookie()
  expect(cookie).toMatch(new RegExp(`^published=1;.*Path=/dataset/${id};.*HttpOnly; Secure; SameSite=Lax`))
  await untilFinalized(id, key)
  const shown = await page(`/dataset/${id}`, { key, headers: { cookie: 'published=1', 'accept-language': 'fr' } })
  expect(shown.html).toMatch(/Vos données sont publiées\.<\/strong> Tout le monde peut les voir\./)
  expect(shown.headers.get('set-cookie')).toMatch(/^published=; Max-Age=0/)
  const next = await page(`/dataset/${id}`, { key })
  expect(next.html).not.toContain('published.</strong>')
  expect(next.headers.get('set-cookie')).toBeNull()
})

test.each([3, 4_000])('the map of a track of %d points shows the whole of it', async (count) => {
  const key = await keyOf()
  const shares = Array.from({ length: count }, (_, at) => at / (count - 1))
  const points = shares.map((share) => `<trkpt lat="${48 + share / 2}" lon="${-3 + share}"/>`).join('')
  const gpx = `<gpx xmlns="http://www.topografix.com/GPX/1/1"><trk><name>Coast</name><trkseg>${points}</trkseg></trk></gpx>`
  const { id } = await upload(gpx, { key, fileName: 'coast.gpx', query: '?draft=true' })
  await untilFinalized(id, key, '?draft=true')
  const { html } = await page(`/dataset/${id}/review`, { key })
  const [, west, south, east, north] =
    /bounds&quot;:\[([-\d.]+),([-\d.]+),([-\d.]+),([-\d.]+)\]/.exec(html)?.map(Number) ?? []
  expect([west, south, east, north]).toEqual([-3, 48, -2, 48.5].map((edge) => expect.closeTo(edge, 3)))
})
