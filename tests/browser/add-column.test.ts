/** “Add a column”: from a formula, another dataset and a service, from the choice to the table. */
import { describe, expect, inject, test } from 'vitest'
import {
  executablePath,
  looks,
  picture,
  publish,
  service,
  signIn,
  useBrowser,
  type Visit,
  violations,
  visit,
} from './support'

const remote = `http://${inject('remoteHost')}`
const codes = ['69009', '69350', '00000']
const visits = `code,people\n${codes.map((code, at) => `${code},${at + 10}\n`).join('')}`
const postalCode = 'http://schema.org/postalCode'
useBrowser()

async function administrator(look: (typeof looks)[number] = looks[0]): Promise<Visit> {
  const who = await visit(look)
  await signIn(who)
  return who
}

/** A dataset of visits, with codes as texts and with their concept. */
const visited = () => publish(visits, { title: 'Visits' }, { code: postalCode })

/** Registers the API of towns for the account of the administrator. */
async function registerTowns({ page }: Visit): Promise<void> {
  const api = `${service.url}/api/v1/remote-services`
  await page.request.delete(`${api}/towns-by-postal-code`)
  const made = await page.request.post(api, { data: { url: `${remote}/added/openapi.json` } })
  expect(made.status(), await made.text()).toBe(201)
}

/** The texts of a column of the table of a dataset, once it has rows. */
async function columnOf({ page }: Visit, name: string): Promise<string[]> {
  await expect
    .poll(async () => {
      await page.reload()
      return page.getByRole('columnheader', { name }).count()
    })
    .toBe(1)
  const headers = (await page.locator('table thead th').allTextContents()).map((text) => text.trim())
  const at = headers.findIndex((text) => text.includes(name))
  return page.locator(`table tbody tr > *:nth-child(${at + 1})`).allTextContents()
}

const add = ({ page }: Visit) => page.getByRole('button', { name: 'Add to the dataset' }).click()

describe.skipIf(!executablePath)('a column is added', () => {
  test('from a formula, with a preview updated during typing', async () => {
    const who = await administrator()
    const { page } = who
    const id = await visited()
    await page.goto(`${service.url}/dataset/${id}/edit`)
    await page.getByRole('link', { name: 'Add a column' }).click()
    await page.getByLabel('Column title').fill('Double')
    await page.getByLabel('Formula').fill('people * ')
    const alert = page.getByRole('alert')
    await alert.waitFor()
    expect(await alert.textContent()).toBe('The formula is not complete yet.')
    await page.getByLabel('Formula').fill('people * 1,5')
    await expect.poll(() => alert.textContent()).toBe('Decimals are written with a point: 1.5 instead of 1,5.')
    // The key is inserted at the caret.
    await page.getByLabel('Formula').fill(' * 2')
    await page.keyboard.press('Home')
    await page.locator('[data-insert=people]').press('Enter')
    expect(await page.getByLabel('Formula').inputValue()).toBe('people * 2')
    await page.getByRole('cell', { name: '24', exact: true }).waitFor()
    expect(await alert.count()).toBe(0)
    await add(who)
    await page.waitForURL(`**/dataset/${id}/table?added=double`)
    await page.getByText('Column added: Double.').waitFor()
    expect(await columnOf(who, 'Double')).toEqual(['20', '22', '24'])
    const { schema } = await (await page.request.get(`${service.url}/api/v1/datasets/${id}`)).json()
    expect(schema).toContainEqual(expect.objectContaining({ key: 'double', type: 'number' }))
  })

  test('from another dataset, with the number of rows that have a match', async () => {
    const who = await administrator()
    const { page } = who
    const source = await publish('postcode,town\n69009,Lyon\n69350,La Mulatière\n', { title: `Towns ${Date.now()}` })
    const { title } = await (await page.request.get(`${service.url}/api/v1/datasets/${source}`)).json()
    const id = await visited()
    await page.goto(`${service.url}/dataset/${id}/add-column`)
    await page.getByRole('link', { name: 'Other dataset' }).click()
    await page.locator('[name=source]').selectOption(title)
    await page.locator('[name=column]').selectOption('code')
    await page.locator('[name=key]').selectOption('postcode')
    await page.getByText('Rows with a match: 2 of 3').waitFor()
    await page.getByLabel('town', { exact: true }).check()
    await page.getByRole('checkbox', { name: /^Follow its changes/ }).check()
    await expect.poll(() => page.getByRole('columnheader', { name: 'postcode' }).count()).toBe(0)
    expect(await page.getByRole('cell', { name: 'Lyon', exact: true }).count()).toBe(1)
    await add(who)
    await page.waitForURL(`**/dataset/${id}/table?added=*`)
    expect((await columnOf(who, 'town')).map((text) => text.trim())).toEqual(['Lyon', 'La Mulatière', ''])
    const stored = await (await page.request.get(`${service.url}/api/v1/datasets/${id}`)).json()
    expect(stored.extensions).toMatchObject([{ autoUpdate: true, select: ['town'] }])
  })

  test('with choices made after the preview, and several columns of the other dataset', async () => {
    const who = await administrator()
    const { page } = who
    const source = await publish('postcode,town,river\n69009,Lyon,Saône\n', { title: `Rivers ${Date.now()}` })
    const id = await visited()
    const choices = new URLSearchParams({ from: 'dataset', source, column: 'code', key: 'postcode' })
    await page.goto(`${service.url}/dataset/${id}/add-column?${choices}`)
    await page.getByLabel('town', { exact: true }).check()
    await page.getByLabel('river', { exact: true }).check()
    await expect
      .poll(() => page.getByRole('columnheader').allTextContents())
      .toEqual(['town', 'river', 'Error', 'code', 'people'])
    expect(await page.getByRole('cell', { name: 'Saône', exact: true }).count()).toBe(1)
    expect(await page.getByLabel('town', { exact: true }).isChecked()).toBe(true)
    await page.route('**/add-column?*', () => {})
    await page.getByRole('checkbox', { name: /^Follow its changes/ }).check()
    await add(who)
    await page.waitForURL(`**/dataset/${id}/table?added=*`)
    const stored = await (await page.request.get(`${service.url}/api/v1/datasets/${id}`)).json()
    expect(stored.extensions).toMatchObject([{ autoUpdate: true, select: ['town', 'river'] }])
  })

  test('from a service of the account, by the concept of a column', async () => {
    const who = await administrator()
    const { page } = who
    await registerTowns(who)
    const id = await visited()
    await page.goto(`${service.url}/dataset/${id}/add-column?from=service`)
    await page.locator('[name=service]').selectOption('Towns by postal code - Find many towns')
    const input = page.locator('[name=input-q]')
    await input.waitFor()
    expect(await input.locator('option:checked').textContent()).toContain('code (by its concept)')
    await page.getByRole('cell', { name: 'Lyon', exact: true }).waitFor()
    await page.getByRole('cell', { name: 'unknown postal code' }).waitFor()
    await page.getByLabel('Town', { exact: true }).check()
    await expect.poll(() => page.getByRole('columnheader', { name: 'Latitude' }).count()).toBe(0)
    await add(who)
    await page.waitForURL(`**/dataset/${id}/table?added=*`)
    expect((await columnOf(who, 'Town')).map((text) => text.trim())).toEqual(['Lyon', 'La Mulatière', ''])
    // It is listed, and is removed.
    await page.goto(`${service.url}/dataset/${id}/edit`)
    await page.getByRole('button', { name: /^Remove: Town/ }).click()
    await page.waitForURL(`**/dataset/${id}/edit#extensions`)
    expect(await page.getByRole('button', { name: /^Remove: Town/ }).count()).toBe(0)
  })

  test('from a service to a file of addresses, which then has a map', async () => {
    const who = await administrator()
    const { page } = who
    await registerTowns(who)
    await page.goto(`${service.url}/publish`)
    const offices =
      'office;address;code postal\nVaise;3 rue du Bac;69009\nMulatière;1 quai Pierre;69350\nNowhere;-;00000\n'
    await page.setInputFiles('input[name=file]', {
      name: 'offices.csv',
      mimeType: 'text/csv',
      buffer: Buffer.from(offices),
    })
    await page.waitForURL(/\/review$/, { timeout: 60_000 })
    await page.click('.review-form [value=publish]')
    await page.waitForURL(/\/dataset\/[a-z0-9]+$/)
    const address = page.url()
    await page.goto(`${address}/add-column?from=service`)
    await page.locator('[name=service]').selectOption('Towns by postal code - Find many towns')
    await page.getByRole('cell', { name: 'Lyon', exact: true }).waitFor()
    await add(who)
    await page.waitForURL(`${address}/table?added=*`)
    const map = page.locator('.tabs a[href$="/map"]')
    await expect
      .poll(async () => {
        await page.reload()
        return map.count()
      })
      .toBe(1)
    await map.click()
    await page.locator('#map[data-ready=places]').waitFor({ timeout: 60_000 })
    expect(await page.textContent('#map-status')).toContain('2')
  })
})

describe.skipIf(!executablePath)('the page that adds a column', () => {
  test('has no accessibility violation in any theme, at any step', async () => {
    const first = await administrator()
    await registerTowns(first)
    const source = await publish('postcode,town\n69009,Lyon\n', { title: 'Towns' })
    const id = await visited()
    const towns = encodeURIComponent('towns-by-postal-code postTowns')
    const steps = {
      formula: '',
      computed: '?title=Double&type=integer&expr=people+*+2',
      refused: '?title=Double&type=integer&expr=people+*+',
      dataset: '?from=dataset',
      joined: `?from=dataset&source=${source}&column=code&key=postcode`,
      service: '?from=service',
      called: `?from=service&service=${towns}`,
    }
    for (const look of looks) {
      const { page, faults } = await administrator(look)
      for (const [step, query] of Object.entries(steps)) {
        await page.goto(`${service.url}/dataset/${id}/add-column${query}`)
        expect(await violations(page), step).toEqual([])
        await picture(page, `add-column-${step}`, look)
      }
      expect(faults).toEqual([])
      await page.context().close()
    }
    await first.page.request.delete(`${service.url}/api/v1/remote-services/towns-by-postal-code`)
  })
})
