import { problem } from '../../errors'
import { excerptOf } from '../../schema/cut-text'

const actions = ['create', 'update', 'createOrUpdate', 'patch', 'delete'] as const
export type WriteAction = (typeof actions)[number]

/** The action that a request names; `createOrUpdate` without one. @throws `action-unknown` */
export function actionOf(sent: unknown): WriteAction {
  if (sent === undefined || sent === null || sent === '') return 'createOrUpdate'
  const action = actions.find((candidate) => candidate === sent)
  if (!action) {
    throw problem('action-unknown', {
      action: excerptOf(String(sent)),
      actions: JSON.stringify(actions),
    })
  }
  return action
}
