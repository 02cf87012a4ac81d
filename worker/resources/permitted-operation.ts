import type { PermittedOperation } from '../context'
import { Problem, problem } from '../errors'
import { type Actor, classOf, type Operation, type Owner } from '../identity'
import { accountThatCan, can } from '../permissions'
import type { Resource, ResourceKind } from './kind'

/** The refusal of an actor who has the permission in another account. */
export class OtherAccountProblem extends Problem {
  readonly account: Owner

  constructor(code: ResourceKind['problems']['otherAccount'], account: Owner) {
    const name = account.departmentName ? `${account.name} - ${account.departmentName}` : account.name
    super(code, { account: name })
    this.account = account
  }
}

/**
 * Checks that an actor may do an operation on a resource. Pure.
 *
 * @param operation with the category in which gateways count it, if any
 * @returns the operation, as response headers describe it
 * @throws `permission-missing`, and the problems `private`, `restricted` and `otherAccount` of the kind; `sign-in-required`
 *   where everyone may write but the actor is anonymous
 */
export function permittedOperation(
  { name, problems }: ResourceKind,
  resource: Resource,
  { actor, operation, track }: { actor: Actor; operation: Operation; track?: string | undefined },
): PermittedOperation {
  if (!can(actor, operation, resource)) throw refusal(problems, { actor, operation, resource })
  const operationClass = classOf(operation)
  if (!mayChange(actor, operationClass)) throw problem('sign-in-required')
  return {
    resource: { type: name, id: resource.id, title: resource.metadata.title },
    owner: resource.owner,
    operation: { class: operationClass, id: operation, ...(track ? { track } : {}) },
  }
}

/** The problem for an actor without permission. It discloses to every caller that the resource exists. */
function refusal(
  problems: ResourceKind['problems'],
  { actor, operation, resource }: { actor: Actor; operation: Operation; resource: Resource },
): Problem {
  if (operation !== 'readDescription') return problem('permission-missing', { operation, class: classOf(operation) })
  if (actor.type === 'anonymous') return problem(problems.private)
  const other = accountThatCan(actor, operation, resource)
  return other ? new OtherAccountProblem(problems.otherAccount, other) : problem(problems.restricted)
}

/** Whether an operation changes nothing, or has an author. A link key may add lines without a user, but own lines take a signed-in user. */
function mayChange(actor: Actor, operationClass: ReturnType<typeof classOf>): boolean {
  if (!isChange(operationClass)) return true
  if (actor.type === 'linkKey') return operationClass !== 'manageOwnLines' || actor.visitor.type === 'user'
  return actor.type !== 'anonymous' && actor.type !== 'readKey'
}

/** Whether operations of a class change a resource. */
export const isChange = (operationClass: ReturnType<typeof classOf>): boolean =>
  operationClass === 'write' || operationClass === 'admin' || operationClass === 'manageOwnLines'
