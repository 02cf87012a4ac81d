/** Operations that administrators make enrich datasets: annotations, lists, offers, writes. */
import { expect, test } from 'vitest'
import { keyOf, signedIn } from '../../support/accounts'
import { operator, operatorAgain } from '../../support/applications'
import { createEditable } from '../../support/editable'
import { ask, refusal, send } from '../../support/http'
import {
  addressOf,
  callsOf,
  cityAnnotation,
  path,
  placesDescription,
  registerPlaces,
  registerService,
  vars,
} from '../../support/remote-services'

type Listed = { count: number; results: { id: string }[]; facets?: Record<string, { value: string; count: number }[]> }
type Described = { apiDoc: { paths: Record<string, { get: Record<string, unknown> }> }; actions: object[] }
const list = (query: string) => ask<Listed>(`${path}?${query}`, {})
const actions = (query: string) => ask<Listed>(`/api/v1/remote-services-actions?${query}`, {})
const noMatch = 'La donnée de référence ne contient pas de ligne correspondante.'
const postalCode = 'http://schema.org/postalCode'

test('an annotation is written into the description, listed by its concepts, and removed', async () => {
  await registerService('places', { apiDoc: placesDescription() })
  expect((await list('input-concepts=postalCode')).count).toBe(0)
  const headers = await operatorAgain()
  await ask(`${path}/places/annotations`, { method: 'PUT', headers, json: cityAnnotation, vars })
  const stored = await ask<Described>(`${path}/places`, { headers })
  expect(stored.apiDoc.paths['/cities/{code}']?.get).toMatchObject({
    'x-operationType': 'http://schema.org/SearchAction',
    parameters: [
      { name: 'code', 'x-refersTo': postalCode },
      { name: 'lang', schema: { enum: ['fr'] } },
    ],
  })
  for (const query of [
    'input-concepts=postalCode',
    'output-concepts=latitude',
    'inputCollection=false',
    'canUse=true',
  ]) {
    expect((await list(query)).results, query).toMatchObject([{ id: 'places' }])
    expect((await actions(query)).results, query).toMatchObject([{ id: 'places--readCity' }])
  }
  expect((await list('inputCollection=true')).count).toBe(0)
  expect((await list('facets=input-concepts')).facets?.['input-concepts']).toMatchObject([
    { value: postalCode, count: 1 },
  ])
  // A description that is sent back as it was read changes nothing. Readers get the API without its annotations.
  await ask(`${path}/places`, { method: 'PATCH', headers, json: { apiDoc: stored.apiDoc }, vars })
  expect(await ask<Described>(`${path}/places`, { headers })).toMatchObject({ actions: stored.actions })
  const shown = await ask<{ paths: Record<string, { get: object }> }>(`${path}/places/api-docs.json`, {})
  expect(JSON.stringify(shown.paths)).not.toContain('x-')
  await ask(`${path}/places/annotations?path=${encodeURIComponent('/cities/{code}')}`, { method: 'DELETE', headers })
  expect(await ask<Described>(`${path}/places`, { headers })).toMatchObject({
    actions: [],
    apiDoc: placesDescription(),
  })
})

test('annotations stay when the description is fetched again', async () => {
  const json = { id: 'fetched', url: addressOf('fetched/places.json'), public: true }
  await ask(path, { headers: await operator(), json, vars }, 201)
  const admin = await operatorAgain()
  await ask(`${path}/fetched/annotations`, { method: 'PUT', headers: admin, json: cityAnnotation, vars })
  await ask(`${path}/fetched/_update`, { method: 'POST', headers: admin, json: {}, vars })
  expect(await ask<Described>(`${path}/fetched`, { headers: admin })).toMatchObject({
    actions: [{ id: 'readCity', canUse: true, constants: [{ name: 'lang', value: 'fr' }] }],
  })
})

test.each<[string, object, number, string]>([
  ['without an input', { inputs: [] }, 400, 'body-invalid'],
  ['of an unknown operation', { path: '/none' }, 400, 'operation-unknown'],
  ['without a required value', { constants: [] }, 400, 'operation-parameter-missing'],
])('an annotation %s is refused', async (_, changes, status, code) => {
  await registerService('places', { apiDoc: placesDescription() })
  const sent = { method: 'PUT', headers: await operatorAgain(), json: { ...cityAnnotation, ...changes }, vars }
  expect(await refusal(await send(`${path}/places/annotations`, sent))).toEqual([status, code])
  const headers = (await signedIn('eve', [{ organization: 'village', role: 'admin' }])).as('village')
  expect((await send(`${path}/places/annotations`, { ...sent, headers })).status).toBe(403)
})

const extension = (remoteService: string, said: object = {}) => ({
  ...{ active: true, type: 'remoteService', remoteService, action: 'readCity', propertyPrefix: '_city' },
  ...said,
})
const schema = [{ key: 'code', type: 'string', 'x-refersTo': postalCode }]

test('an editable dataset gets them at each write, and refuses lines without a mandatory match', async () => {
  await registerPlaces('written')
  const key = await keyOf()
  const { id } = await createEditable(key, { schema, extensions: [extension('written', { mandatory: true })] })
  const lines = `/api/v1/datasets/${id}/lines`
  const line = await ask<object>(lines, { key, json: { code: '69009' }, vars }, 201)
  expect(line).toMatchObject({ code: '69009', '_city.name': 'Lyon', '_city.center.lat': 45.768277 })
  const refused = await send(lines, { key, json: { code: '00000' }, vars })
  expect([refused.status, await refused.text()]).toEqual([400, expect.stringContaining(noMatch)])
  const simulate = { key, json: { code: '69350' }, vars }
  expect(await ask(`/api/v1/datasets/${id}/_simulate-extension`, simulate)).toMatchObject({
    '_city.name': 'La Mulatière',
  })
  expect(await callsOf('written')).toHaveLength(3)
})
