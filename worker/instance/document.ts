/** The appearance of the instance: what its operator sets. Pure. */
import { z } from '@hono/zod-openapi'
import { limits } from '../limits'

const { maxTitleChars, maxSummaryChars, maxTextChars, maxBannerChars, maxLinks, maxHrefChars } = limits.instance
const line = (max: number) => z.string().trim().min(1).max(max)

const isPath = (href: string) => /^\/(?![/\\])\S*$/.test(href)
const isUrl = (href: string) => z.url({ protocol: /^(https?|mailto)$/ }).safeParse(href).success
/** Whether a text is the address of a link of the footer: a URL, or a path of the service. */
export const isInstanceLink = (href: string): boolean => isPath(href) || isUrl(href)

const hrefSchema = z
  .string()
  .max(maxHrefChars)
  .refine(isInstanceLink, 'an address (https://…, mailto:…) or a path (/…)')

export const instanceSchema = z
  .strictObject({
    /** Name of the service, in the header and in the titles of pages. */
    title: line(maxTitleChars),
    /** One sentence below the title of the home page. */
    summary: line(maxSummaryChars),
    /** Markdown on the home page. */
    text: line(maxTextChars),
    /** Colour of links and buttons. */
    color: z.string().regex(/^#[0-9a-f]{6}$/i, 'a colour as #0b6654'),
    /** Message at the top of all pages. */
    banner: z.strictObject({ text: line(maxBannerChars), kind: z.enum(['info', 'warning']) }),
    /** Links of the footer. */
    links: z
      .array(
        z.strictObject({
          title: line(maxTitleChars),
          href: hrefSchema,
        }),
      )
      .max(maxLinks),
  })
  .partial()
  .openapi('Instance')

/** The changes of a PATCH; null removes a setting. */
export const instancePatchSchema = z
  .strictObject(
    // Each property of the schema, or null. The type of fromEntries has no keys.
    Object.fromEntries(Object.entries(instanceSchema.shape).map(([key, value]) => [key, value.nullable()])) as {
      [Key in keyof typeof instanceSchema.shape]: z.ZodNullable<(typeof instanceSchema.shape)[Key]>
    },
  )
  .openapi('InstancePatch')

export type InstanceSettings = z.infer<typeof instanceSchema>
export type InstancePatch = z.infer<typeof instancePatchSchema>

/** The settings with a patch applied. */
export function patched(settings: InstanceSettings, patch: InstancePatch): InstanceSettings {
  const merged = { ...settings, ...patch }
  return instanceSchema.parse(Object.fromEntries(Object.entries(merged).filter(([, value]) => value !== null)))
}
