/** Properties of descriptions in a request. Stored descriptions, which may be older than a limit, are parsed without it. Pure. */
import { z } from '@hono/zod-openapi'
import { problem } from '../errors'
import { limits } from '../limits'
import { linkText } from '../schema/link-text'

const { maxTextChars, maxItems, maxItemChars, maxJsonChars } = limits.descriptions

/** A text of a description, such as its summary. */
export const sentText = z.string().max(maxTextChars)
/** The address of a picture or a link. */
export const sentLink = linkText.max(maxTextChars)
/** A keyword, or the title of an item. */
export const sentItem = z.string().max(maxItemChars)
export const sentItems = z.array(sentItem).max(maxItems)
export const sentNamed = z.array(z.looseObject({ id: sentItem, title: sentItem })).max(maxItems)

/** The properties that datasets and applications have. */
export const sentDescription = {
  summary: sentText.nullish(),
  description: z.string().max(limits.markdown.maxChars).nullish(),
  image: sentLink.nullish(),
  topics: sentNamed.nullish(),
  publications: z.array(z.looseObject({})).max(maxItems).nullish(),
  publicationSites: sentItems.nullish(),
  requestedPublicationSites: sentItems.nullish(),
}

/**
 * Refuses a description that a change makes too large. One that was stored larger may be made smaller.
 *
 * @throws `metadata-too-large`
 */
export function checkDescriptionSize(description: object, before: object = {}): void {
  const size = JSON.stringify(description).length
  if (size > maxJsonChars && size > JSON.stringify(before).length)
    throw problem('metadata-too-large', { max: maxJsonChars })
}
