/** Charts that are saved as applications of their dataset. */
import { expect, test } from 'vitest'
import { seedBases } from '../../worker/applications'
import { keyOf, signedIn, systemContext, town } from '../support/accounts'
import { outside } from '../support/applications'
import { open } from '../support/datasets'
import { ask, origin } from '../support/http'
import { page, published, submit, visits } from './support'

test('a chart saved by an editor is on the page of its dataset', async () => {
  outside({})
  await seedBases(systemContext())
  const { id } = await published(await keyOf(), {}, visits)
  const headers = (await signedIn('ada', [{ organization: town.id, role: 'admin' }])).as(town.id)
  const query = 'chart=stacked&field=town&series=kind&metric=sum&metric_field=people'
  const address = `/dataset/${id}/charts`
  expect((await page(`${address}?${query}`, { headers })).html).toContain('Save with the dataset')
  expect((await page(`${address}?${query}`)).html).not.toContain('Save with the dataset')
  const proposed = 'Sum of people by town and kind – Bike racks'
  expect((await page(`${address}?${query}`, { headers })).html).toContain(`name="title" value="${proposed}"`)
  const title = 'Sum of the visits'
  const saved = await submit(address, { ...Object.fromEntries(new URLSearchParams(query)), title }, { headers })
  const location = saved.headers.get('location') ?? ''
  expect([saved.status, location]).toEqual([303, expect.stringContaining(`${origin}${address}?${query}&saved=`)])
  const chart = await page(location.replace(origin, ''), { headers })
  expect(chart.html).toMatch(
    /Chart saved\. Everyone can see it, like the dataset\. <a href="[^"]*\/application\/[\w-]+">Open it</,
  )
  // The message is not part of the addresses that the page links to.
  expect(chart.html).not.toMatch(/href="[^"]*saved/)
  const { html } = await page(`/dataset/${id}`)
  expect(html).toContain(title)
  const application = /\/application\/([\w-]+)">Sum/.exec(html)?.[1]
  expect(await ask(`/api/v1/applications/${application}/configuration`)).toMatchObject({
    datasets: [{ id }],
    data: { type: 'bar', group: 'town', series: 'kind', metric: 'sum', metricField: 'people', top: 25 },
    display: { stacking: 'stacked', title: 'Sum of the visits' },
  })
  const permissions = await ask(`/api/v1/applications/${application}/permissions`, { headers })
  expect(permissions).toContainEqual({ classes: ['list', 'read'] })
  expect(permissions).toContainEqual(expect.objectContaining({ roles: ['contrib'], classes: ['write'] }))
})

test('a chart is saved with its filters, and its interval, by those who describe the dataset', async () => {
  outside({})
  await seedBases(systemContext())
  const key = await keyOf()
  const { id } = await published(key, {}, visits)
  await open(id, key)
  const headers = (await signedIn('ada', [{ organization: town.id, role: 'admin' }])).as(town.id)
  const address = `/dataset/${id}/charts`
  const reader = (await signedIn('eve', [{ organization: 'hamlet', role: 'admin' }])).as('hamlet')
  expect((await submit(address, { field: 'town' }, { headers: reader })).status).toBe(403)
  const anonymous = await submit(address, { field: 'town', q: 'Brest' })
  const back = new URLSearchParams({ back: `${address}?field=town&q=Brest` })
  expect([anonymous.status, anonymous.headers.get('location')]).toEqual([303, `${origin}/sign-in?${back}`])
  expect((await page(`/dataset/${id}`)).html).not.toContain('/application/')
  for (const [fields, data, display] of [
    [
      { field: 'town', kind_eq: 'school', q: 'Brest' },
      { filters: 'kind_eq=school&q=Brest&q_mode=and' },
      { subtitle: 'search: Brest · kind = school' },
    ],
    [{ field: 'people', metric: 'max', interval: '10' }, { interval: 10, sort: 'label' }, {}],
  ] as const) {
    const saved = await submit(address, fields, { headers })
    expect(saved.status).toBe(303)
    const { results } = await ask<{ results: { id: string }[] }>(`/api/v1/applications?dataset=${id}&sort=createdAt:-1`)
    const configuration = await ask(`/api/v1/applications/${results[0]?.id}/configuration`)
    expect(configuration).toMatchObject({ data, display })
  }
})

test('a visualization from the gallery begins with the first chart of its dataset', async () => {
  outside({})
  await seedBases(systemContext())
  const { id } = await published(await keyOf(), {}, 'year,chapter,amount\n2023,A,10\n2023,B,20\n2024,A,30\n2024,B,5\n')
  const headers = (await signedIn('ada', [{ organization: town.id, role: 'admin' }])).as(town.id)
  const title = (await page(`/dataset/${id}/charts`)).html
  expect(title).toContain('<strong>Sum of amount by chapter</strong>')
  const url = `${origin}/build/applications/charts/`
  const location = (await submit('/new-application', { url, dataset: id }, { headers })).headers.get('location') ?? ''
  const application = /\/application\/([\w-]+)\/config/.exec(location)?.[1]
  expect(await ask(`/api/v1/applications/${application}/configuration-draft`, { headers })).toMatchObject({
    datasets: [{ id }],
    data: { type: 'bar', group: 'chapter', metric: 'sum', metricField: 'amount' },
  })
})
