// Prepared resources of each kind, made again once inputs have destroyed them.
import { setTimeout as sleep } from 'node:timers/promises'
import { makeAccounts } from './accounts.mjs'
import { ask } from './actors.mjs'
import { application, datasets, namesOf, organization } from './names.mjs'
import { archive, concept, filed, makers, row } from './prepared.mjs'

const settleMs = 30_000
export class Resources {
  names
  #server
  #actors
  #description
  #outside
  #drawn = {}
  #states = {}
  #begun = []

  constructor({ server, actors, description, outside }) {
    Object.assign(this, { names: undefined })
    this.#server = server
    this.#actors = actors
    this.#description = description
    this.#outside = outside
  }

  /** Creates the resources that are missing or changed, and removes those that inputs created. @returns ids of the recreated resources */
  async restore() {
    const again = []
    await this.#removeOthers()
    for (const [id, maker] of Object.entries(makers)) {
      const state = await this.#stateOf(id)
      if (state !== undefined && state === this.#states[id]) continue
      again.push(id)
      await this.#make(id, maker)
      this.#states[id] = await this.#stateOf(id)
    }
    if (again.length > 0 || !(await this.#isThere(`/api/v1/applications/${application}/configuration`)))
      await this.#makeApplication()
    Object.assign(
      this.#drawn,
      await makeAccounts({
        server: this.#server,
        actors: this.#actors,
        outside: this.#outside,
        uploads: this.#drawn.uploads,
        begun: this.#begun.splice(0),
      }),
    )
    this.names = namesOf(this.#description, { ...this.#drawn, outside: this.#outside.url })
    return again
  }

  /** Takes note of an upload that an input has begun: the next `restore` removes it. */
  addUpload(location, headers) {
    this.#begun.push({ id: location.split('/').pop(), headers })
  }

  #ask(path, options = {}) {
    return ask(this.#server.url, path, { headers: this.#actors.headers.administrator, ...options })
  }

  #asRoot(path, options = {}) {
    return ask(this.#server.url, path, { ...options, headers: this.#actors.headers.superAdministrator })
  }

  async #isThere(path) {
    return (await fetch(this.#server.url + path, { headers: this.#actors.headers.administrator })).ok
  }

  /** The properties of a dataset that inputs depend on, as JSON; undefined when it was deleted. */
  async #stateOf(id) {
    const answer = await fetch(`${this.#server.url}/api/v1/datasets/${id}`, {
      headers: this.#actors.headers.administrator,
    })
    if (!answer.ok) return undefined
    const { status, schema, owner, rest, virtual, count = 0, draftReason, title = '' } = await answer.json()
    const size = count > 5_000 || title.length > 1_000 ? 'large' : count >= 20 ? 'some' : 'few'
    return JSON.stringify([
      status,
      schema.map(({ key, type }) => [key, type]),
      owner,
      rest?.history,
      rest?.lineOwnership,
      virtual?.children,
      size,
      draftReason !== undefined,
    ])
  }

  async #make(id, { form, json }) {
    await fetch(`${this.#server.url}/api/v1/datasets/${id}`, {
      method: 'DELETE',
      headers: this.#actors.headers.superAdministrator,
    }).then((answer) => answer.arrayBuffer())
    await this.#ask(`/api/v1/datasets/${id}`, { method: 'PUT', ...(json ? { json } : { form: form() }) })
    if (id !== datasets.meta) await this.#settle(id)
    if (id === datasets.file) await this.#describe(id)
    if (id === datasets.draft) {
      await this.#ask(`/api/v1/datasets/${id}?draft=true`, { method: 'PUT', form: filed('other,n\na,b\n', 'fuzz.csv') })
    }
    if (json?.isRest) await this.#fill(id)
  }

  async #describe(id) {
    const { schema } = await this.#ask(`/api/v1/datasets/${id}`)
    const patched = schema.map((field) =>
      concept[field.key]
        ? { ...field, 'x-refersTo': concept[field.key] }
        : field.key === 'tags'
          ? { ...field, separator: ', ' }
          : field,
    )
    await this.#ask(`/api/v1/datasets/${id}`, {
      method: 'PATCH',
      json: { schema: patched, description: '# Words\n\n*More*', keywords: ['a'] },
    })
    await this.#settle(id)
    await this.#ask(`/api/v1/datasets/${id}/permissions`, { method: 'PUT', json: [{ classes: ['list', 'read'] }] })
    const form = new FormData()
    form.set('attachment', new Blob(['a file']), 'fuzz.txt')
    await this.#ask(`/api/v1/datasets/${id}/metadata-attachments`, { form })
  }

  async #fill(id) {
    const actions = [
      ...Array.from({ length: 40 }, (_, i) => ({ _id: `line-${i}`, ...row(i) })),
      { _id: 'line-1', _action: 'patch', n: 5, doc: 'a.txt' },
    ]
    const form = new FormData()
    form.set('actions', new Blob([JSON.stringify(actions)]), 'actions.json')
    form.set('attachments', new Blob([archive()]), 'files.zip')
    await this.#ask(`/api/v1/datasets/${id}/_bulk_lines`, { form })
    if (id === datasets.own) {
      await this.#ask(`/api/v1/datasets/${id}/permissions`, {
        method: 'PUT',
        json: [{ type: 'user', id: '*', classes: ['manageOwnLines'], operations: ['readSafeSchema'] }],
      })
    }
  }

  async #settle(id) {
    for (const until = Date.now() + settleMs; Date.now() < until; await sleep(50)) {
      const { status } = await this.#ask(`/api/v1/datasets/${id}`)
      if (status === 'finalized') return
      if (status === 'error') break
    }
    throw new Error(`${id} was not finalized: ${JSON.stringify(await this.#ask(`/api/v1/datasets/${id}/journal`))}`)
  }

  async #makeApplication() {
    const url = `${this.#outside.url}/form/`
    const { id } = await this.#asRoot('/api/v1/base-applications', { json: { url } })
    await this.#asRoot(`/api/v1/base-applications/${id}`, { method: 'PATCH', json: { public: true } })
    this.#drawn.bases = [id]
    await fetch(`${this.#server.url}/api/v1/applications/${application}`, {
      method: 'DELETE',
      headers: this.#actors.headers.superAdministrator,
    }).then((answer) => answer.arrayBuffer())
    await this.#ask(`/api/v1/applications/${application}`, { method: 'PUT', json: { url, title: 'Application' } })
    const entries = [datasets.file, datasets.editable].map((dataset) => ({
      id: dataset,
      href: `${this.#server.url}/api/v1/datasets/${dataset}`,
      applicationKeyPermissions: { operations: ['readSafeSchema', 'createLine', 'readLines'] },
    }))
    await this.#ask(`/api/v1/applications/${application}/configuration`, { method: 'PUT', json: { datasets: entries } })
    await this.#ask(`/api/v1/applications/${application}/keys`, { method: 'POST', json: [{ id: 'fuzz-link' }] })
  }

  /** Deletes datasets and applications that inputs have made, so that the instance stays as large as it was. */
  async #removeOthers() {
    const { url } = this.#server
    const headers = this.#actors.headers.superAdministrator
    for (const [kind, kept] of [
      ['datasets', Object.values(datasets)],
      ['applications', [application]],
    ]) {
      const { results } = await this.#asRoot(
        `/api/v1/${kind}?size=1000&select=id,owner&owner=organization:${organization},organization:fuzz-village,user:fuzz-ada,user:fuzz-con,user:fuzz-eve,user:fuzz-root`,
      )
      const others = results.filter(({ id }) => !kept.includes(id))
      for (let at = 0; at < others.length; at += 10) {
        await Promise.all(
          others
            .slice(at, at + 10)
            .map(({ id }) =>
              fetch(`${url}/api/v1/${kind}/${encodeURIComponent(id)}`, { method: 'DELETE', headers }).then((answer) =>
                answer.arrayBuffer(),
              ),
            ),
        )
      }
    }
  }
}
