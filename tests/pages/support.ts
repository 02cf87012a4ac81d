/** Reads pages like a browser without scripts. */
import { type Dataset, open, publish } from '../support/datasets'
import { origin, type Sent, send } from '../support/http'

export const racks = 'name,places,Prix (€)\nA & B,12,"1,5"\n<i>C</i>,3,2\n'

export async function page(path: string, sent: Sent = {}) {
  const response = await send(path, sent)
  const { headers, status } = response
  return { status, headers, type: headers.get('content-type'), html: await response.text() }
}

/** A dataset that everybody may read. */
export async function published(key: string, said: object = {}, content = racks): Promise<Dataset> {
  const body = {
    title: 'Bike racks',
    description: '# Read me\n\n*Racks* of the [town](https://town.example).',
    license: { title: 'CC0', href: 'https://cc0.example' },
    ...said,
  }
  const dataset = await publish(content, { key, parts: [{ name: 'body', value: JSON.stringify(body) }] })
  await open(dataset.id, key)
  return dataset
}

/** Fields of a form; a list where names repeat. */
export type Fields = Record<string, string> | string[][]

/** Sends a form of a page, as a browser that shows it does. */
export function submit(path: string, fields: Fields, { headers, ...sent }: Sent = {}) {
  const ours = { 'content-type': 'application/x-www-form-urlencoded', 'sec-fetch-site': 'same-origin', origin }
  const body = new URLSearchParams(fields).toString()
  return send(path, { ...sent, method: 'POST', headers: { ...ours, ...headers }, body })
}

/** The tag of the permissions that the forms of access of a page were made from. */
export function accessTag(html: string): string {
  const [, tag = ''] = /name="tag" value="([^"]+)"/.exec(html) ?? []
  return tag.replaceAll('&quot;', '"')
}

/** A CSV file of six rows, with texts, dates and numbers for charts. */
export const visits =
  'town,kind,day,people,price\n' +
  'Rennes,school,2024-01-01,10,1.5\nRennes,station,2024-01-02,20,2\nBrest,school,2024-02-01,30,0.5\n' +
  'Brest,school,2024-02-03,5,1\nDinan,station,2024-03-01,7,3\n,station,2024-03-02,8,3\n'
