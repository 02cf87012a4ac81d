/** The scopes of API keys. Pure. */
import type { OperationClass } from './operations'

/** The scopes of keys, those with the least rights first. */
export const keyScopes = [
  'datasets-read',
  'datasets-write',
  'datasets-admin',
  'datasets',
  'applications',
  'stats',
] as const
export type KeyScope = (typeof keyScopes)[number]

/** The scopes that open the operations of a class: an API key needs one of them. */
export function scopesFor(operationClass: OperationClass | 'post'): string[] {
  switch (operationClass) {
    case 'list':
    case 'read':
    case 'readAdvanced':
      return ['datasets', 'datasets-read']
    case 'write':
    case 'post':
      return ['datasets', 'datasets-write']
    case 'admin':
      return ['datasets', 'datasets-admin']
    case 'manageOwnLines':
      return ['datasets']
  }
}
