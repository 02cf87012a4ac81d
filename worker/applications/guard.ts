/** Optimistic concurrency: a batch that is done whole for the application as it was read, or not at all. */
import { sql } from 'drizzle-orm'
import type { Context } from '../context'
import { isChanged, onlyWhere } from '../datasets'
import { tables } from '../db/client'
import { problem } from '../errors'
import type { Application } from './load'

/** A statement that makes its batch fail, and be undone, when the application is no longer as it was read. It comes first. */
export function onlyAsRead(ctx: Context, { id, version }: Pick<Application, 'id' | 'version'>) {
  const { applications } = tables
  return onlyWhere(
    ctx,
    sql`exists (select 1 from ${applications} where ${applications.id} = ${id} and ${applications.version} = ${version})`,
  )
}

/** Runs a batch that `onlyAsRead` guards. @throws `application-changed` when someone else was faster */
export async function asRead<Result>(id: string, batch: Promise<Result>): Promise<Result> {
  try {
    return await batch
  } catch (error) {
    if (isChanged(error)) throw problem('application-changed', { id })
    throw error
  }
}
