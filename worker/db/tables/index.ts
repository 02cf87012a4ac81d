/** The metadata database, a file per domain. Lines are elsewhere (`lines/store.ts`). */
export * from './accounts'
export * from './attachments'
export * from './audit'
export * from './datasets'
export * from './keys'
export * from './runs'
export * from './settings'
export * from './webhooks'
