/** Validates the description of an API: OpenAPI 3.0 or 3.1 in JSON. Pure. */
import { type Fault, type Problem, problem } from '../../errors'
import { limits } from '../../limits'
import { cutText } from '../../schema/cut-text'
import { type JsonObject, listOf, nonEmptyText, objectOf } from '../../schema/json-reference'
import { titleSlug } from '../../schema/keys/slug'
import { validate30, validate31 } from './validators'

/** A valid description: the parts that are read, and the document itself. */
export type Description = {
  /** `info.x-api-id`. */
  apiId: string
  title: string
  description: string
  version: string
  /** The first address of `servers`, which may be relative. */
  server: string | undefined
  document: JsonObject
}

const [minApiIdChars, maxApiIdChars] = [8, 64]
const apiIdPattern = /^[a-z0-9][a-z0-9-:.]{6,62}[a-z0-9]$/
/** Members whose values are data, where `$ref` is not a reference. */
const holdsData: ReadonlySet<string> = new Set(['example', 'examples', 'default', 'enum', 'const'])

/**
 * Validates a description.
 *
 * @param statedId identifies the API where the description does not
 * @throws `description-version`, `description-invalid`, `description-id-invalid`, `description-reference-external`
 */
export function checkDescription(value: unknown, statedId?: string): Description {
  const document = identified(objectOf(value), statedId)
  const validate = validatorOf(document)
  if (!validate(document)) throw invalid(validate.errors ?? [])
  const info = objectOf(document.info)
  const apiId = String(info['x-api-id'] ?? '')
  if (!apiIdPattern.test(apiId)) throw problem('description-id-invalid', { id: cutText(apiId, 100) }, proposedId(info))
  const external = externalReference(document)
  if (external) throw problem('description-reference-external', external)
  return {
    apiId,
    title: cutText(nonEmptyText(info.title) ?? apiId, limits.datasets.maxTitleChars),
    description: cutText(nonEmptyText(info.description) ?? '', limits.markdown.maxChars),
    version: nonEmptyText(info.version) ?? '',
    server: nonEmptyText(objectOf(listOf(document.servers)[0]).url),
    document,
  }
}

/** The place of the missing identifier, with one made from the title of the API; none if there is an identifier or no Latin title. */
function proposedId(info: JsonObject): Fault[] {
  const slug = info['x-api-id'] === undefined ? titleSlug(nonEmptyText(info.title) ?? '') : ''
  if (!slug) return []
  const value = (slug.length < minApiIdChars ? `${slug}-open-api` : slug).slice(0, maxApiIdChars).replace(/-+$/, '')
  return [{ where: '/info/x-api-id', what: 'is missing', value }]
}

function identified(document: JsonObject, apiId: string | undefined): JsonObject {
  const info = objectOf(document.info)
  const isIdentified = apiId === undefined || info['x-api-id'] !== undefined
  return isIdentified ? document : { ...document, info: { ...info, 'x-api-id': apiId } }
}

/** @throws `description-version` */
function validatorOf({ openapi, swagger }: JsonObject) {
  if (typeof openapi === 'string' && /^3\.0\.\d+/.test(openapi)) return validate30
  if (typeof openapi === 'string' && /^3\.1\.\d+/.test(openapi)) return validate31
  const stated = swagger === undefined ? `openapi: ${openapi ?? '-'}` : `Swagger ${swagger}`
  throw problem('description-version', { version: cutText(stated, 100) })
}

/** The errors of the deepest part: those of its ancestors only say that no alternative matches. */
function invalid(errors: NonNullable<typeof validate30.errors>): Problem {
  const depthOf = (path: string) => path.split('/').length
  const depth = Math.max(...errors.map(({ instancePath }) => depthOf(instancePath)))
  const faults = errors
    .filter(({ instancePath }) => depthOf(instancePath) === depth)
    .slice(0, limits.remoteServices.maxDescriptionFaults)
    .map(({ instancePath, message = 'is not valid', params }): Fault => {
      const name = params.additionalProperty ?? params.unevaluatedProperty
      return { where: instancePath || '/', what: name === undefined ? message : `${message}: ${String(name)}` }
    })
  const [first = { where: '/', what: 'is not valid' }] = faults
  return problem('description-invalid', { where: first.where, what: first.what }, faults)
}

/** A `$ref` to another document. The nesting of the document is bounded when it is parsed. */
function externalReference(node: unknown, where = ''): { where: string; reference: string } | undefined {
  if (typeof node !== 'object' || node === null) return undefined
  for (const [key, member] of Object.entries(node)) {
    if (key === '$ref' && typeof member === 'string' && !member.startsWith('#')) {
      return { where: where || '/', reference: cutText(member, 200) }
    }
    const found =
      holdsData.has(key) && !where.endsWith('/properties') ? undefined : externalReference(member, `${where}/${key}`)
    if (found) return found
  }
  return undefined
}
