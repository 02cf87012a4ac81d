/** Bodies of requests about collectors. */
import { z } from '@hono/zod-openapi'
import { sentOwnerSchema } from '../identity'
import { limits } from '../limits'
import { collectorPermissionSchema } from './permissions'
import { schedulingSchema } from './schedule'

const config = z.record(z.string(), z.unknown())
export type CollectorConfig = z.output<typeof config>

const writable = {
  title: z.string().trim().min(1).max(limits.datasets.maxTitleChars),
  active: z.boolean(),
  config,
  scheduling: schedulingSchema,
  permissions: z.array(collectorPermissionSchema).max(limits.collectors.maxPermissions),
}

/** Body of `PATCH`; null removes a value. */
export const patchSchema = z
  .object({
    title: writable.title.optional(),
    active: writable.active.nullish(),
    config: writable.config.nullish(),
    scheduling: writable.scheduling.nullish(),
    permissions: writable.permissions.nullish(),
    owner: sentOwnerSchema.optional(),
  })
  .openapi('CollectorPatch')
export type CollectorPatch = z.output<typeof patchSchema>

/** Body of `POST`. Properties that the service writes are ignored. */
export const createSchema = z
  .object({
    title: writable.title,
    plugin: z.string().min(1).max(limits.datasets.maxIdChars),
    owner: sentOwnerSchema.optional(),
    active: writable.active.optional(),
    config: writable.config.optional(),
    scheduling: writable.scheduling.optional(),
    permissions: writable.permissions.optional(),
  })
  .openapi('CollectorCreation')
export type CollectorCreation = z.output<typeof createSchema>

/** Properties that clients send back as they have read them: a PATCH ignores them. */
export const readOnly: ReadonlySet<string> = new Set([
  'id',
  '_id',
  'plugin',
  'created',
  'updated',
  'lastRun',
  'nextRun',
  'userProfile',
  'webhookKey',
  'href',
  'page',
])
