// The pages and the routes of signing in, which the description of the API does not list.
import { fields } from './queries.mjs'

const line = `id action query token ${fields.map((key) => `value.${key}`).join(' ')}`
const metadata = 'part title description summary license topics keywords origin frequency spatial'
const person = 'email password name redirect returnTo callbackURL'

/** Method, path, query parameters and body fields; bodies are forms unless a type is given. */
const table = [
  ['get /', 'q page size sort owner topics visibility status'],
  ['get /dataset/{id}'],
  ['get /dataset/{id}/{tab}', 'q qs page after size sort select bbox field metric interval draft'],
  ['get /dataset/{id}/{file}', 'q sort select size after'],
  ['get /dataset/{id}/edit'],
  ['get /dataset/{id}/review'],
  ['get /dataset/{id}/delete'],
  ['get /dataset/{id}/import'],
  ['get /dataset/{id}/replace'],
  ['get /embed/dataset/{id}/{part}', 'q sort select size interactive cols display draft'],
  ['post /dataset/{id}/edit', '', metadata],
  ['post /dataset/{id}/review', '', 'action mode'],
  ['post /dataset/{id}/lines', '', line],
  ['post /embed/dataset/{id}/lines', '', line],
  ['post /dataset/{id}/import', '', 'file', 'multipart/form-data'],
  ['post /dataset/{id}/replace', '', 'file', 'multipart/form-data'],
  ['get /publish'],
  ['post /publish', '', 'file title', 'multipart/form-data'],
  ['get /settings'],
  ['get /settings/organization'],
  ['get /settings/members'],
  ['get /settings/topics', 'saved edit'],
  ['get /settings/webhooks', 'done tried'],
  ['post /settings/keys', '', 'title scopes expireAt'],
  ['post /settings/keys/revoke', '', 'key'],
  ['post /settings/licenses', '', 'title href'],
  ['post /settings/datasets-metadata', '', 'active label.spatial key title'],
  ['get /embed/settings/{type}/{id}/{part}', 'scopes done'],
  ['get /embed/workflow/update-dataset', 'owner publicationSite updated q page'],
  ['get /embed/workflow/update-dataset/{id}/review', 'owner publicationSite'],
  ['post /embed/workflow/update-dataset/{id}/review', 'owner publicationSite', 'action mode'],
  ['post /embed/settings/{type}/{id}/api-keys', 'scopes', 'title scopes expireAt'],
  ['post /embed/settings/{type}/{id}/topics', '', 'id title color'],
  ['post /settings/members/role', '', 'user role department'],
  ['post /settings/members/remove', '', 'user department'],
  ['post /settings/invitations', '', 'email role department'],
  ['post /settings/invitations/remove', '', 'invitation id'],
  ['post /settings/departments', '', 'id name'],
  ['post /settings/topics', '', 'id title color action'],
  ['post /settings/webhooks', '', 'title url events'],
  ['post /settings/webhooks/edit', '', 'id title url events'],
  ['post /settings/webhooks/test', '', 'id'],
  ['post /settings/webhooks/remove', '', 'title url'],
  ['post /settings/passkeys/{key}/remove', '', 'id'],
  ['get /new-organization'],
  ['post /new-organization', '', 'name id'],
  ['get /invitation/{id}'],
  ['post /invitation/{id}', '', 'action'],
  ['get /sign-in', 'redirect returnTo email error'],
  ['get /sign-up', 'redirect email'],
  ['post /sign-in', '', person],
  ['post /sign-up', '', person],
  ['post /account', '', 'account returnTo'],
  ['post /language', '', 'language lang returnTo'],
  ['get /assets/{path}'],
  ['get /api-docs'],
  ['get /{path}'],
  ['get /simple-directory/api/auth/anonymous-action'],
  ['get /api/auth/{path}', 'token callbackURL error code state'],
  ['post /api/auth/{path}', '', 'name token currentPassword newPassword', 'application/json'],
  ['post /api/auth/sign-in/email', '', person, 'application/json'],
  ['post /api/auth/sign-up/email', '', person, 'application/json'],
  ['post /api/auth/password', '', 'email password org dep redirect', 'application/json'],
]

const words = (text) => text.split(' ').filter(Boolean)

/** The same as operations of an API description. */
export const pages = table.map(([route, query = '', body, type = 'application/x-www-form-urlencoded']) => {
  const [method, path] = words(route)
  const properties = Object.fromEntries(words(body ?? '').map((name) => [name, { type: 'string' }]))
  const content = { [type]: { schema: { type: 'object', properties } } }
  const parameters = words(query).map((name) => ({ in: 'query', name }))
  return { method, path, operationId: route, parameters, ...(body === undefined ? {} : { requestBody: { content } }) }
})
