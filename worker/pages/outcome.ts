/** The outcome of a form, stored for the page that shows it: the form is not sent again when that page is read again. */
import { readShortLived, storeShortLived } from '../datasets/stored-files'
import { limits } from '../limits'
import type { View } from './view'

/** Stores an outcome. @returns its id, for `readStoredOutcome` */
export async function storeOutcomeOf({ ctx }: View, place: string, value: unknown): Promise<string> {
  const id = ctx.newId()
  await storeShortLived(ctx, { key: `${place}/${id}`, value, lifetimeMs: limits.pages.outcomeMs })
  return id
}

/** The outcome with an id, of the same place; undefined when there is none, or no longer. */
export async function readStoredOutcome<Value>({ ctx }: View, place: string, id: string): Promise<Value | undefined> {
  return /^[\w-]{1,100}$/.test(id) ? readShortLived<Value>(ctx, `${place}/${id}`) : undefined
}
