/** What the reader of a page may do with an application, to show or hide a link; operations check permissions themselves. */
import { type Application, applicationActor } from '../../applications'
import type { ApplicationOperation } from '../../identity'
import { can } from '../../permissions'
import type { View } from '../view'

export function allowsOn(view: View, application: Application, operation: ApplicationOperation): boolean {
  return can(applicationActor(view.ctx), operation, application)
}
