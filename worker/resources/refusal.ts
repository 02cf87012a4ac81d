import type { Context } from '../context'
import { type Problem, problem } from '../errors'
import { type Actor, classOf, type Operation } from '../identity'
import { accountThatCan } from '../permissions'
import type { Kind, Resource } from './kind'

/**
 * The problem for an actor without permission. It discloses to every caller that the resource exists. When another account
 * of the actor may read the resource, that account is stored in the context, so that pages propose to switch to it.
 */
export function refusalOf(
  ctx: Context,
  { problems }: Kind,
  { actor, operation, resource }: { actor: Actor; operation: Operation; resource: Resource },
): Problem {
  if (operation !== 'readDescription') return problem('permission-missing', { operation, class: classOf(operation) })
  if (actor.type === 'anonymous') return problem(problems.private)
  const other = accountThatCan(actor, operation, resource)
  if (!other) return problem(problems.restricted)
  ctx.passed = { owner: other }
  const account = other.departmentName ? `${other.name} - ${other.departmentName}` : other.name
  return problem(problems.otherAccount, { account })
}
