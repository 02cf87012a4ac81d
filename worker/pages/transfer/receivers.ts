/** The accounts that a reader may give a dataset or an application to. */
import type { Hono } from 'hono'
import type { HttpEnv } from '../../http/env'
import { type Owner, referenceOf } from '../../identity'
import { accountOf, canGiveTo } from '../../permissions'
import type { PageContext } from '../send'
import { organizationOf } from '../share/organization'
import type { View } from '../view'

/** The accounts of the reader, with the departments of whole organizations, without the present owner. */
export async function receiversOf(
  c: PageContext,
  app: () => Hono<HttpEnv>,
  { view, owner }: { view: View; owner: Owner },
): Promise<Owner[]> {
  const { identity } = view.ctx
  const actor = 'actor' in identity ? identity.actor : undefined
  if (actor?.type !== 'user') return []
  const own: Owner = { type: 'user', id: actor.id, name: actor.name }
  const accounts = actor.memberships.map(accountOf).filter((account) => canGiveTo(actor, account))
  const departments = accounts.map(async (account): Promise<Owner[]> => {
    if (account.department) return []
    const organization = await organizationOf(c, app, account)
    return organization?.departments.map(({ id, name }) => ({ ...account, department: id, departmentName: name })) ?? []
  })
  const all = [own, ...accounts, ...(await Promise.all(departments)).flat()]
  const others = all.filter((one) => referenceOf(one) !== referenceOf(owner))
  return [...new Map(others.map((one) => [referenceOf(one), one])).values()]
}
