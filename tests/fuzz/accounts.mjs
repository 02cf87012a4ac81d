// What belongs to accounts: uploads under way, webhooks, topics, publication sites, invitations, limits.
import { ask } from './actors.mjs'
import { changedOrganization, organization } from './names.mjs'

const noLimit = { limit: -1 }

/**
 * Brings the accounts to what they are at the start.
 *
 * @param {{ server: object, actors: object, outside: object, uploads?: string[], begun?: { id: string, headers: object }[] }} from
 *   `uploads` as they were returned before, `begun` those of inputs and who began them
 * @returns the ids that the service has drawn: `uploads`, `webhooks`, `invitations`
 */
export async function makeAccounts({ server: { url }, actors, outside, uploads = [], begun = [] }) {
  const { administrator, accountAdministrator, superAdministrator } = actors.headers
  const as =
    (headers) =>
    (path, options = {}) =>
      ask(url, `/api/v1${path}`, { ...options, headers: { ...headers, ...options.headers } })
  const inChanged = as(accountAdministrator)
  const limits = {
    lastUpdate: '9999-12-31T00:00:00Z',
    store_bytes: noLimit,
    indexed_bytes: noLimit,
    nb_datasets: noLimit,
  }
  await as(superAdministrator)(`/limits/organization/${changedOrganization}`, { json: limits })
  const target = { type: 'http', params: { url: `${outside.url}/hook` } }
  const webhooks = [{ title: 'hook', events: ['dataset-finalize-end'], target }]
  const settings = `/settings/organization/${changedOrganization}`
  await as(administrator)(`/settings/organization/${organization}`, {
    method: 'PATCH',
    json: { webhooks, compatODS: true },
  })
  await inChanged(settings, { method: 'PATCH', json: { webhooks, topics: [{ id: 'a', title: 'A topic' }] } })
  await inChanged(`${settings}/publication-sites`, {
    json: { type: 'site', id: 'fuzz-site', url: 'https://site.example.org' },
  })
  // An account has a limited number of uploads.
  for (const { id, headers } of begun) await removeUpload(url, id, headers)
  const fresh = await Promise.all([0, 1].map((i) => freshUpload(url, uploads[i], administrator)))
  return {
    uploads: fresh.filter((id) => id !== undefined),
    webhooks: idsOf(await inChanged(`${settings}/webhooks`)),
    invitations: await invitationsOf(inChanged),
  }
}

/** An upload that nothing has been sent of: the one that there is, or another; none while inputs have begun too many. */
async function freshUpload(url, id, headers) {
  if (id !== undefined) {
    const answer = await fetch(`${url}/api/v1/uploads/${id}`, { headers })
    const { offset } = await answer.json()
    if (offset === 0) return id
    if (answer.ok) await removeUpload(url, id, headers)
  }
  return beginUpload(url, headers)
}

async function removeUpload(url, id, headers) {
  const sent = { ...headers, 'tus-resumable': '1.0.0' }
  const answer = await fetch(`${url}/api/v1/uploads/${id}`, { method: 'DELETE', headers: sent })
  await answer.arrayBuffer()
}

async function beginUpload(url, headers) {
  const sent = {
    ...headers,
    'tus-resumable': '1.0.0',
    'upload-length': '1000',
    'upload-metadata': `filename ${btoa('fuzz.csv')}`,
  }
  const answer = await fetch(`${url}/api/v1/uploads`, { method: 'POST', headers: sent })
  const text = await answer.text()
  if (answer.status === 429) return undefined
  const location = answer.headers.get('location')
  if (!location) throw new Error(`no upload was begun: ${answer.status} ${text}`)
  return location.split('/').pop()
}

async function invitationsOf(asked) {
  const path = `/organizations/${changedOrganization}/invitations`
  const before = idsOf(await asked(path))
  if (before.length > 0) return before.slice(0, 3)
  await asked(path, { json: { email: 'fuzz-new@example.org', role: 'user' } })
  return idsOf(await asked(path)).slice(0, 3)
}

const idsOf = (answer) => (answer.results ?? answer).map(({ id }) => id)
