/** The actors of the matrix of routes, and what each may do with resources of the town, of which villagers may read. */
import { keyOf, signedIn, superAdminHeaders, town, village } from '../support/accounts'
import { ask, type Sent } from '../support/http'
import type { Right } from './rights'

const onDatasets: Right[] = ['list', 'read', 'readAdvanced', 'write', 'admin', 'delete']
const everything: Right[] = [...onDatasets, 'post']
const ofAll: Right[] = ['list', 'anyone']
const onApplications: Right[] = [
  'application:list',
  'application:read',
  'application:readAdvanced',
  'application:write',
  'application:admin',
  'application:delete',
  'application:post',
]
/** What sessions may do with applications as with datasets. */
const listsAll: Right = 'application:list'
const creates: Right[] = [listsAll, 'application:post']
const contributes = onApplications.filter((asks) => asks !== 'application:admin')
const onCollectors = (['list', 'read', 'exec', 'admin', 'post'] as const).map((one) => `collector:${one}` as const)
/** Of an account of their own. */
const collects: Right[] = ['collector:list', 'collector:post']
const ofTown: Right[] = ['ownLines', 'upload']

/** The trash of the active account, which may be empty. */
const ofApplicationTrash: Right[] = ['application:trash:list', 'application:trash:change']
const ofTrash: Right[] = ['trash:list', 'trash:change', ...ofApplicationTrash]

/** Of the town, as one of its administrators. */
const administrates: Right[] = [
  ...ofTrash,
  'anyone',
  ...everything,
  ...ofTown,
  'session',
  'reader',
  'stats',
  'log',
  'member',
  'administrator',
  'ownAccount',
  ...onApplications,
  ...onCollectors,
]

export const actors: Record<string, { may: Right[]; sent: () => Promise<Sent> }> = {
  nobody: { may: ['trash:change', 'application:trash:change', ...ofAll, listsAll], sent: async () => ({}) },
  'an unknown key': { may: ['anyone'], sent: async () => ({ key: 'fairway_unknown' }) },
  'a key of another account': {
    may: ['trash:list', 'trash:change', ...ofAll, 'post', 'log', ...collects],
    sent: async () => ({ key: await keyOf({ type: 'organization', id: 'hamlet', name: 'Hamlet' }) }),
  },
  'a key of an account that may read': {
    may: ['trash:list', 'trash:change', ...ofAll, 'read', 'post', 'log', ...collects, 'collector:read'],
    sent: async () => ({ key: await keyOf(village) }),
  },
  'a key without scopes': {
    may: ['trash:change', 'application:trash:change', ...ofAll, listsAll],
    sent: async () => ({ key: await keyOf(town, { scopes: [] }) }),
  },
  'a reading key': {
    may: ['trash:list', 'anyone', 'list', 'read', 'readAdvanced', 'log'],
    sent: async () => ({ key: await keyOf(town, { scopes: ['datasets-read'] }) }),
  },
  'a writing key': {
    may: ['anyone', 'write', 'post', 'upload'],
    sent: async () => ({ key: await keyOf(town, { scopes: ['datasets-write'] }) }),
  },
  'an administrating key': {
    may: ['trash:change', 'anyone', 'admin', 'delete'],
    sent: async () => ({ key: await keyOf(town, { scopes: ['datasets-admin'] }) }),
  },
  'a key of the owner': {
    may: ['trash:list', 'trash:change', 'anyone', ...everything, ...ofTown, 'log', ...onCollectors],
    sent: async () => ({ key: await keyOf(town) }),
  },
  'a key for figures': {
    may: ['anyone', 'stats'],
    sent: async () => ({ key: await keyOf(town, { scopes: ['stats'] }) }),
  },
  'a key for applications': {
    may: ['anyone', ...ofApplicationTrash, ...onApplications],
    sent: async () => ({ key: await keyOf(town, { scopes: ['applications'] }) }),
  },
  'a key for applications of an account that may read': {
    may: ['anyone', ...ofApplicationTrash, ...creates, 'application:read'],
    sent: async () => ({ key: await keyOf(village, { scopes: ['applications'] }) }),
  },
  'a user of another organization': {
    may: [...ofTrash, ...ofAll, 'post', 'ownAccount', 'session', 'stats', 'log', ...creates, ...collects],
    sent: async () => ({ headers: (await signedIn('eve', [{ organization: 'hamlet', role: 'admin' }])).as('hamlet') }),
  },
  'a simple member': {
    may: [...ofTrash, ...ofAll, 'session', 'stats', 'member', listsAll, 'collector:list'],
    sent: async () => ({ headers: (await signedIn('bob', [{ organization: 'town', role: 'user' }])).as('town') }),
  },
  'a contributor': {
    may: [
      ...ofTrash,
      ...ofAll,
      'read',
      'readAdvanced',
      'write',
      'delete',
      'post',
      'upload',
      'session',
      'reader',
      'stats',
      'member',
      ...contributes,
      'collector:list',
      'collector:read',
    ],
    sent: async () => ({ headers: (await signedIn('bob', [{ organization: 'town', role: 'contrib' }])).as('town') }),
  },
  'a contributor of a department': {
    may: [...ofTrash, ...ofAll, 'post', 'session', 'stats', 'member', ...creates, 'collector:list'],
    sent: async () => {
      const bob = await signedIn('bob', [{ organization: 'town', role: 'contrib', department: 'roads' }])
      return { headers: bob.as('town', 'roads') }
    },
  },
  'an administrator': {
    may: administrates,
    sent: async () => ({ headers: (await signedIn('ada', [{ organization: 'town', role: 'admin' }])).as('town') }),
  },
  'an administrator who acts for himself': {
    may: [...ofTrash, ...ofAll, 'post', 'ownAccount', 'session', 'stats', 'log', 'member', ...creates, ...collects],
    sent: async () => ({ headers: (await signedIn('ada', [{ organization: 'town', role: 'admin' }])).headers }),
  },
  'a super-administrator outside the mode': {
    // He may turn the mode on, and nothing else.
    may: [...ofTrash, ...ofAll, 'post', 'ownAccount', 'session', 'stats', 'log', ...creates, ...collects],
    sent: async () => ({ headers: (await signedIn('root', [], { isAdmin: true })).headers }),
  },
  'a super-administrator in the mode': {
    may: [...administrates, 'superAdmin'],
    sent: async () => ({ headers: await superAdminHeaders() }),
  },
  'the read key': {
    may: ['trash:change', 'application:trash:change', ...ofAll, 'read', listsAll],
    sent: async () => {
      const owner = await keyOf(town)
      const json = { readApiKey: { active: true, interval: 'P1W' } }
      await ask('/api/v1/datasets/guarded', { method: 'PATCH', key: owner, json })
      const headers = await superAdminHeaders()
      return { key: (await ask<{ current: string }>('/api/v1/datasets/guarded/read-api-key', { headers })).current }
    },
  },
}
