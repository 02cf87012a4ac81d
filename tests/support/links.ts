/** Stored applications and their keys. The routes that create them have their own tests. */
import { env } from 'cloudflare:workers'
import { forgetLinkKeys, newAnonymousToken } from '../../worker/accounts'
import { readConfig } from '../../worker/config'
import type { Owner } from '../../worker/identity'
import { origin, type Sent } from './http'

type Rights = { classes?: string[]; operations?: string[] }
export type Configured = {
  owner: Owner
  /** Ids of datasets, each with what keys may do; nothing: what is usual. */
  datasets?: Record<string, Rights | null>
  /** Ids of the applications that it shows. */
  applications?: string[]
  keys?: string[]
}

let made = 0

/** An application with its configuration and its keys. @returns its id */
export async function application({ owner, datasets = {}, applications = [], keys = [] }: Configured): Promise<string> {
  const id = `app-${++made}-${crypto.randomUUID()}`
  const date = new Date().toISOString()
  const columns =
    'id, slug, owner_type, owner_id, owner_name, owner_department, url, metadata, permissions, visibility, sort_title, search_text, status, created_at, created_by, updated_at, updated_by, version'
  const values = [
    ...[id, id, owner.type, owner.id, owner.name, owner.department ?? null, 'https://apps.example.org/a/', '{}', '[]'],
    ...['private', id, id, 'configured', date, '{}', date, '{}', 1],
  ]
  const references = [
    ...Object.entries(datasets).map(([target, rights]) => ({ kind: 'dataset', target, rights })),
    ...applications.map((target) => ({ kind: 'application', target, rights: null })),
  ]
  await env.DB.batch([
    env.DB.prepare(`insert into applications (${columns}) values (${values.map(() => '?').join(', ')})`).bind(
      ...values,
    ),
    ...references.map(({ kind, target, rights }, at) =>
      env.DB.prepare(
        'insert into application_references (application_id, kind, target, position, key_permissions) values (?, ?, ?, ?, ?)',
      ).bind(id, kind, target, at, rights && JSON.stringify(rights)),
    ),
    ...keys.map((key, at) =>
      env.DB.prepare('insert into application_keys (application_id, id, position) values (?, ?, ?)').bind(id, key, at),
    ),
  ])
  return id
}

/** Takes the keys of an application back, as its owner does. */
export async function takeBack(id: string): Promise<void> {
  await env.DB.prepare('delete from application_keys where application_id = ?').bind(id).run()
  forgetLinkKeys()
}

/** What a page sends of itself. */
export const fromPage = (path: string, sent: Sent = {}): Sent => ({
  ...sent,
  headers: { referer: `${origin}${path}`, ...sent.headers },
})

/** The same for the page of an application that was opened with a key. */
export const fromLink = (key: string, id: string, sent: Sent = {}): Sent =>
  fromPage(`/data-fair/app/${key}%3A${id}`, sent)

/** A token of an anonymous action that was read some time ago. */
export const tokenSince = (ms: number): Promise<string> =>
  newAnonymousToken({ config: readConfig(env), now: () => new Date(Date.now() - ms) })
