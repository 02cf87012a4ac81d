/** Schemas of the settings of an account, as they are sent and as they are stored. */
import { z } from '@hono/zod-openapi'
import { limits } from '../../limits'
import { linkText } from '../../schema/link-text'
import { webhookEvents } from './webhook-events'

const { maxTitleChars, maxTextChars, maxItems } = limits.settings
const title = z.string().min(1).max(maxTitleChars)
const text = z.string().max(maxTextChars)
const webAddress = z
  .string()
  .max(maxTextChars)
  .regex(/^https?:\/\//, 'an address that starts with http:// or https://')
const list = <Item extends z.ZodType>(item: Item) => z.array(item).max(maxItems)

/** A key in a request. A key without `id` is created; a key with an `id` stays unchanged. */
const sentKeySchema = z.looseObject({
  id: z.string().optional(),
  title,
  scopes: list(z.string().max(100)),
  expireAt: z.string().optional(),
})

const topicSchema = z.strictObject({
  id: z.string().max(maxTitleChars).optional(),
  title,
  color: z.string().max(50).optional(),
  icon: z.strictObject({ name: z.string(), svgPath: text }).loose().optional(),
})

const webhookSchema = z.strictObject({
  title,
  events: list(z.string()).min(1),
  target: z.strictObject({ type: z.literal('http'), params: z.strictObject({ url: webAddress }) }),
})

/** A webhook in a request: an unknown event is refused. The `id` names a stored webhook; without it, the title and the URL do. */
const sentWebhookSchema = webhookSchema.extend({
  id: z.string().optional(),
  events: list(
    z.string().refine((event) => webhookEvents.has(event), `is none of the events: ${[...webhookEvents].join(', ')}`),
  ).min(1),
})

const conceptSchema = z.strictObject({
  id: z.string().max(maxTitleChars).optional(),
  title: title.min(3),
  identifiers: list(z.string()).optional(),
  description: text.optional(),
  tag: text.optional(),
  type: z.enum(['string', 'number']).optional(),
})

const metadataField = z.strictObject({ active: z.boolean().optional(), title: z.string().optional() }).optional()
const datasetsMetadataSchema = z.strictObject({
  spatial: metadataField,
  temporal: metadataField,
  frequency: metadataField,
  creator: metadataField,
  modified: metadataField,
  keywords: metadataField,
  conformsTo: metadataField,
  custom: list(z.strictObject({ title, key: z.string().optional() })).optional(),
})

export const publicationSiteSchema = z
  .strictObject({
    type: z.string().min(1).max(maxTitleChars),
    id: z.string().min(1).max(maxTitleChars),
    url: webAddress,
    title: z.string().optional(),
    draftUrl: z.string().optional(),
    datasetUrlTemplate: z.string().optional(),
    applicationUrlTemplate: z.string().optional(),
    private: z.boolean().optional(),
    department: z.string().optional(),
    settings: z
      .strictObject({
        staging: z.boolean().optional(),
        contributorDepartments: list(z.string()).optional(),
        datasetsRequiredMetadata: list(z.string()).optional(),
      })
      .optional(),
  })
  .openapi('PublicationSite')
export type PublicationSite = z.infer<typeof publicationSiteSchema>

/** A site in a request. */
export const sentSiteSchema = publicationSiteSchema.extend({
  title: text.optional(),
  draftUrl: linkText.max(maxTextChars).optional(),
  datasetUrlTemplate: linkText.max(maxTextChars).optional(),
  applicationUrlTemplate: linkText.max(maxTextChars).optional(),
})

const contactSchema = z.strictObject({
  name: z.string().optional(),
  url: z.string().optional(),
  email: z.string().optional(),
})

/** The stored settings of an account. */
const ownPart = {
  webhooks: list(webhookSchema).optional(),
  publicationSites: list(publicationSiteSchema).optional(),
}
export const storedSettingsSchema = z.strictObject({
  ...ownPart,
  info: z.strictObject({ contact: contactSchema.optional() }).optional(),
  licenses: list(z.strictObject({ title, href: webAddress })).optional(),
  topics: list(topicSchema).optional(),
  privateVocabulary: list(conceptSchema).optional(),
  datasetsMetadata: datasetsMetadataSchema.optional(),
  compatODS: z.boolean().optional(),
  agentChat: z.boolean().optional(),
})
export type StoredSettings = z.infer<typeof storedSettingsSchema>

/** Properties that the service sets itself. Their values in a request are ignored. */
const forced = {
  id: z.unknown().optional(),
  type: z.unknown().optional(),
  name: z.unknown().optional(),
  email: z.unknown().optional(),
  department: z.unknown().optional(),
  operationsPermissions: z.unknown().optional(),
}
export const settingsSchema = storedSettingsSchema
  .extend({
    ...forced,
    apiKeys: list(sentKeySchema).optional(),
    webhooks: list(sentWebhookSchema).optional(),
    publicationSites: list(sentSiteSchema).optional(),
    info: z.strictObject({ contact: contactSchema.extend({ url: linkText.optional() }).optional() }).optional(),
  })
  .openapi('Settings')

/** A department has its own keys, webhooks and publication sites. All other settings belong to the organization. */
export const departmentSettingsSchema = z.strictObject({
  ...forced,
  apiKeys: list(sentKeySchema).optional(),
  webhooks: list(sentWebhookSchema).optional(),
  publicationSites: list(sentSiteSchema).optional(),
})
