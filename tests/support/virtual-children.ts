/** Datasets of salaries, sessions of the town, and virtual datasets with these children. */
import { beforeEach } from 'vitest'
import { keyOf, signedIn } from './accounts'
import { createEditable, postLine, untilRefreshed } from './editable'
import { refusal, type Sent, send } from './http'

const schema = [
  { key: 'name', type: 'string' },
  { key: 'salary', type: 'integer' },
]
export let key: string
/** Sessions of the town: an administrator, a contributor, and who may administer single datasets only. */
export let as: Record<'admin' | 'contributor' | 'steward', Sent>
/** Signs the accounts in before each test. Each test file calls it itself, since files share imported modules. */
export function signInBefore(): void {
  beforeEach(async () => {
    key = await keyOf()
    const session = async (name: string, role: 'admin' | 'contrib' | 'user'): Promise<Sent> => ({
      headers: (await signedIn(name, [{ organization: 'town', role }])).as('town'),
    })
    as = {
      admin: await session('ada', 'admin'),
      contributor: await session('bob', 'contrib'),
      steward: await session('sue', 'user'),
    }
  })
}

export const at = (id: string, path = '') => `/api/v1/datasets/${id}${path}`
export const permit = (id: string, permissions: unknown, sent: Sent = { key }) =>
  send(at(id, '/permissions'), { ...sent, method: 'PUT', json: permissions })
export const everybody = [{ classes: ['list', 'read'] }]
export const contributors = [
  { type: 'organization', id: 'town', roles: ['contrib'], department: '-', classes: ['list', 'read'] },
]
/** Who administers one dataset, and reads it. */
export const stewards = { type: 'user', id: 'sue', classes: ['list', 'read', 'readAdvanced', 'write', 'admin'] }
export const outcome = async (response: Response): Promise<number | string> =>
  response.ok ? response.status : (await refusal(response)).join(' ')

export async function child(permissions?: unknown[], owner = key): Promise<string> {
  const { id } = await createEditable(owner, { title: 'Salaries', schema })
  await postLine(id, owner, { _id: 'ann', name: 'Ann', salary: 5000 })
  // The refresh that follows a write finalizes what is made of it.
  await untilRefreshed(id, owner)
  if (permissions) await permit(id, permissions, { key: owner })
  return id
}

export const unreadable = '400 virtual-child-unreadable'
export const restricted = '403 virtual-child-restricted'
