// Who sends the inputs: accounts of the directory with their sessions, API keys, and the link of an application.
import { application, changedOrganization, foreignOrganization, organization } from './names.mjs'

const password = 'a password of the fuzz accounts'
const controlOrganization = 'fuzz-control'

/** Accounts, made again when an input has removed or changed one. */
export const directory = {
  users: [
    ...['ada', 'con', 'eve', 'extra', 'keeper'].map((name) => ({
      id: `fuzz-${name}`,
      email: `fuzz-${name}@example.org`,
      name,
      password,
    })),
    { id: 'fuzz-root', email: 'fuzz-root@example.org', name: 'root', password, isAdmin: true },
  ],
  organizations: [
    {
      id: organization,
      name: 'Fuzz town',
      departments: [{ id: 'roads', name: 'Roads' }],
      members: [
        { user: 'fuzz-ada', role: 'admin' },
        { user: 'fuzz-con', role: 'contrib' },
        { user: 'fuzz-extra', role: 'user', department: 'roads' },
      ],
    },
    {
      id: changedOrganization,
      name: 'Fuzz changed',
      departments: [{ id: 'roads', name: 'Roads' }],
      members: [
        { user: 'fuzz-ada', role: 'admin' },
        { user: 'fuzz-extra', role: 'user' },
      ],
    },
    { id: foreignOrganization, name: 'Fuzz village', members: [{ user: 'fuzz-eve', role: 'admin' }] },
    { id: controlOrganization, name: 'Control', members: [{ user: 'fuzz-keeper', role: 'admin' }] },
  ],
}

/** Asks the service as someone; `json` and `form` are bodies. @throws Error unless the answer is ok */
export async function ask(url, path, { headers = {}, method, json, form, body } = {}) {
  const answer = await fetch(url + path, {
    method: method ?? (json === undefined && !form ? 'GET' : 'POST'),
    headers: { ...headers, ...(json === undefined ? {} : { 'content-type': 'application/json' }) },
    body: json === undefined ? (form ?? body) : JSON.stringify(json),
    redirect: 'manual',
  })
  const text = await answer.text()
  if (!answer.ok) throw new Error(`${method ?? ''} ${path}: ${answer.status} ${text.slice(0, 500)}`)
  return answer.headers.get('content-type')?.includes('json') ? JSON.parse(text) : answer
}

/** The actors of a server: headers by name, made again by `renew` when they are refused. */
export class Actors {
  headers = {}
  #server
  #keys = {}

  constructor(server) {
    this.#server = server
  }

  /** Secrets that no response may contain. The link is returned to callers who may read the keys of its application. */
  get secrets() {
    const cookies = Object.values(this.headers).flatMap(({ cookie = '' }) =>
      cookie.split('; ').map((one) => one.slice(one.indexOf('=') + 1)),
    )
    const { setupToken, authSecret, password: administrators, apiKey } = this.#server
    return [setupToken, authSecret, administrators, apiKey, password, ...Object.values(this.#keys), ...cookies].filter(
      (secret) => secret.length > 20,
    )
  }

  /** Brings the directory, the sessions and the keys to what they are at the start. */
  async renew() {
    const { url, setupToken } = this.#server
    await ask(url, '/api/v1/setup/directory', { headers: { authorization: `Bearer ${setupToken}` }, json: directory })
    const [ada, con, eve, root, keeper] = await Promise.all(
      ['ada', 'con', 'eve', 'root', 'keeper'].map((name) => this.#session(name)),
    )
    const acting = (cookie, account) => ({
      cookie: account ? `${cookie}; id_token_org=${account}` : cookie,
      'sec-fetch-site': 'same-origin',
    })
    const administrator = acting(ada, organization)
    const foreigner = acting(eve, foreignOrganization)
    this.control = acting(keeper, controlOrganization)
    const mode = await this.#cookiesOf('/api/v1/session/admin-mode', {
      method: 'PUT',
      headers: acting(root),
      json: { active: true },
    })
    const [key, keyWithoutScopes] = await this.#keysOf(administrator, organization, [
      ['datasets', 'applications', 'stats'],
      [],
    ])
    const [foreignKey] = await this.#keysOf(foreigner, foreignOrganization, [['datasets', 'applications']])
    this.#keys = { key, keyWithoutScopes, foreignKey }
    this.headers = {
      administrator,
      accountAdministrator: acting(ada, changedOrganization),
      foreigner,
      contributor: acting(con, organization),
      superAdministrator: acting(`${root}; ${mode}`),
      key: { 'x-apikey': key },
      keyWithoutScopes: { 'x-apikey': keyWithoutScopes },
      foreignKey: { 'x-apikey': foreignKey },
      anonymous: {},
      operator: { authorization: `Bearer ${setupToken}` },
      link: { referer: `${url}/app/fuzz-link%3A${application}` },
    }
  }

  /** Whether each session and key still belongs to its actor, and administrators still administer. */
  async areWell() {
    const { url } = this.#server
    const paths = {
      superAdministrator: '/api/v1/limits',
      administrator: `/api/v1/settings/organization/${organization}`,
      accountAdministrator: `/api/v1/settings/organization/${changedOrganization}`,
      foreigner: `/api/v1/settings/organization/${foreignOrganization}`,
      contributor: `/api/v1/organizations/${organization}`,
    }
    const statuses = await Promise.all(
      Object.entries(this.headers)
        .filter(([name]) => name !== 'operator')
        .map(async ([name, headers]) => {
          const path = paths[name] ?? '/api/v1/datasets?size=0'
          return (await fetch(url + path, { headers })).status
        }),
    )
    return statuses.every((status) => status === 200)
  }

  #session(name) {
    return this.#cookiesOf('/api/auth/sign-in/email', {
      method: 'POST',
      headers: {},
      json: { email: `fuzz-${name}@example.org`, password },
    })
  }

  async #cookiesOf(path, { method, headers, json }) {
    const { url } = this.#server
    // From an address of its own: attempts at passwords are counted by address, and inputs make many.
    const address = `10.${[1, 2, 3].map(() => Math.floor(Math.random() * 250)).join('.')}`
    const answer = await fetch(url + path, {
      method,
      headers: { origin: url, 'cf-connecting-ip': address, 'content-type': 'application/json', ...headers },
      body: JSON.stringify(json),
    })
    if (!answer.ok) throw new Error(`${path}: ${answer.status} ${await answer.text()}`)
    await answer.arrayBuffer()
    return answer.headers
      .getSetCookie()
      .map((cookie) => cookie.split(';')[0])
      .join('; ')
  }

  async #keysOf(headers, account, scopes) {
    const json = { apiKeys: scopes.map((some, i) => ({ title: `fuzz ${i}`, scopes: some })) }
    const { apiKeys } = await ask(this.#server.url, `/api/v1/settings/organization/${account}`, {
      method: 'PATCH',
      headers,
      json,
    })
    return apiKeys.map(({ clearKey }) => clearKey)
  }
}
