/** Remote services of the tests, which call the external APIs of `remote-host.mjs`. */
import { env } from 'cloudflare:workers'
import { inject } from 'vitest'
import { createContext } from '../../worker/create-context'
import { operator, operatorAgain } from './applications'
import { ask } from './http'

export const path = '/api/v1/remote-services'
export const remoteHost = inject('remoteHost')
/** The host is private: an operator allows it. */
export const vars = { OUTGOING_ALLOW: remoteHost }

export type Service = { id: string; title: string; server: string } & Record<string, unknown>

/** The address of an API that behaves in one of the ways of `remote-host.mjs`. */
export const addressOf = (behaviour: string) => `http://${remoteHost}/${behaviour}`

/** The description of the external APIs, with another identifier and other members. */
export function description(name = 'towns', changes: object = {}): Record<string, unknown> {
  const json = Buffer.from(env.TEST_FILES['remote-services/geocoder.json'] ?? '', 'base64').toString()
  // A JSON object of ours.
  const document = JSON.parse(json) as { info: object }
  return { ...document, info: { ...document.info, 'x-api-id': `${name}-by-postal-code` }, ...changes }
}

/** The description of an ordinary API, without annotations. */
export function placesDescription(name = 'places'): Record<string, unknown> {
  const json = Buffer.from(env.TEST_FILES['remote-services/places.json'] ?? '', 'base64').toString()
  // A JSON object of ours.
  const document = JSON.parse(json) as { info: object }
  return { ...document, info: { ...document.info, 'x-api-id': `${name}-without-annotations` } }
}

/** How `/cities/{code}` of this API enriches lines. */
export const cityAnnotation = {
  path: '/cities/{code}',
  inputs: [{ name: 'code', in: 'path', concept: 'http://schema.org/postalCode' }],
  constants: [{ name: 'lang', in: 'query', value: 'fr' }],
  outputs: [
    { name: 'name', title: 'City', concept: 'http://schema.org/City' },
    { name: 'places' },
    { name: 'center.lat', concept: 'http://schema.org/latitude' },
    { name: 'center.lon', concept: 'http://schema.org/longitude' },
  ],
}

/** Registers an ordinary API whose operation `/cities/{code}` was made one that enriches lines. */
export async function registerPlaces(behaviour: string, body: object = {}, isFirst = true): Promise<Service> {
  await registerService(behaviour, { apiDoc: placesDescription(behaviour), ...body }, isFirst)
  const sent = { method: 'PUT', headers: await operatorAgain(), json: cityAnnotation, vars }
  return ask<Service>(`${path}/${behaviour}/annotations`, sent)
}

/** Registers an API as the operator, for everyone unless said otherwise. */
export async function registerService(behaviour = 'towns', body: object = {}, isFirst = true): Promise<Service> {
  const headers = isFirst ? await operator() : await operatorAgain()
  const server = addressOf(behaviour)
  const json = { id: behaviour, apiDoc: description(behaviour), server, public: true, ...body }
  return ask<Service>(path, { headers, json, vars }, 201)
}

/** A context of a run that may call the external APIs. */
export function runContext() {
  const identity = { actor: { type: 'system' as const, job: 'test' } }
  const ctx = createContext(env, { identity, requestId: 'test' })
  return { ...ctx, config: { ...ctx.config, OUTGOING_ALLOW: [remoteHost] } }
}

/** What an API was asked so far. */
export async function callsOf(
  behaviour: string,
): Promise<{ path: string; lines: number; headers: Record<string, string> }[]> {
  return (await fetch(`http://${remoteHost}/_calls/${behaviour}`)).json()
}
