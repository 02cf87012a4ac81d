import type { Context } from '../context'
import { tables } from '../db/client'
import type { CollectorEventType } from '../db/event-types'
import type { StoredProblem } from '../errors'
import { announceToWebhooks, insertEvent } from '../resources'

const kind = { name: 'collectors', table: tables.collectors } as const

/** The resource of the live channels of a collector. */
export const channelOf = (collectorId: string): string => `collectors/${collectorId}`

/** The statement that stores an event of a collector in the log of its owner, for the batch of the change. */
export const addCollectorEvent = (
  ctx: Context,
  id: string,
  event: { type: CollectorEventType; data?: string; problem?: StoredProblem },
) => insertEvent(ctx, kind, { id, event: { ...event, logOnly: true } })

/** To call after the commit of events. Never fails. */
export const announceEvents = (ctx: Context, id: string): Promise<void> => announceToWebhooks(ctx, kind, id)
