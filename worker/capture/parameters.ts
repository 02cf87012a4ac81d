/** Query parameters of captures. */
import { z } from '@hono/zod-openapi'
import { colorSchemes } from '../files/object-keys'
import { limits } from '../limits'
import { defaultTimeZone } from '../schema/dates/zone'

const { applicationSize, marginCm, maxFilenameChars, maxFooterChars, maxSide, pageSize } = limits.captures

const side = z.coerce.number().int().min(1).max(maxSide)
const flag = z.enum(['true', 'false'])
const filename = z.string().min(1).max(maxFilenameChars).optional().openapi({ description: 'Name of the file.' })
/** CSS lengths of printers. */
const length = z
  .string()
  .regex(/^\d{1,4}(\.\d{1,4})?(cm|mm|in|px)?$/, 'a length is expected, such as 1.5cm')
  .default(`${marginCm}cm`)
const timezone = z
  .string()
  .refine((name) => {
    try {
      new Intl.DateTimeFormat('en', { timeZone: name })
      return true
    } catch {
      return false
    }
  }, 'a time zone is expected, such as Europe/Paris')
  .default(defaultTimeZone)
const language = z
  .string()
  .regex(/^[a-zA-Z]{2,3}(-[a-zA-Z0-9]{2,8})*$/, 'a language is expected, such as fr-FR')
  .optional()
const browser = {
  lang: language.openapi({ description: 'Language of the browser; by default that of the request, else English.' }),
  timezone: timezone.openapi({ description: 'Time zone of the browser.' }),
  colorScheme: z
    .enum(colorSchemes)
    .default('light')
    .openapi({ description: 'The value of `prefers-color-scheme` in the browser.' }),
}
const target = z.string().openapi({ description: 'Address of a page of this service.' })
const cookies = flag.optional().openapi({ description: 'false: the page is opened without the cookies of the caller.' })

/** The parameters of a picture; `size` is its default size. */
const pictureShape = (size: { width: number; height: number }) => ({
  width: side.default(size.width),
  height: z
    .union([z.literal('auto'), side])
    .default(size.height)
    .openapi({ description: 'auto: the whole page.' }),
  type: z.enum(['png', 'gif']).optional(),
  filename,
  timer: flag.optional().openapi({ description: 'true: the durations in milliseconds instead of the picture.' }),
})

export const screenshotQuery = z.object({ target, cookies, ...browser, ...pictureShape(pageSize) })

export const applicationScreenshotQuery = z.object({
  ...pictureShape(applicationSize),
  ...browser,
  updatedAt: z
    .string()
    .optional()
    .openapi({ description: 'Version of the application: makes the response cacheable.' }),
})

export const printQuery = z.object({
  target,
  cookies,
  ...browser,
  filename,
  type: z.enum(['pdf', 'html']).default('pdf'),
  landscape: flag.default('false'),
  format: z.enum(['A0', 'A1', 'A2', 'A3', 'A4', 'A5', 'A6', 'Letter', 'Legal', 'Tabloid']).default('A4'),
  pageRanges: z
    .string()
    .regex(/^ *\d{1,4}(-\d{0,4})?( *, *\d{1,4}(-\d{0,4})?)* *$/, 'page numbers are expected, such as 1-3, 5')
    .optional(),
  footer: z.string().max(maxFooterChars).optional().openapi({ description: 'HTML at the end of each page.' }),
  left: length,
  right: length,
  top: length,
  bottom: length,
})

/** A GIF is requested by its type, or by the name of its file. */
export const isAnimation = ({ type, filename: name }: { type?: string | undefined; filename?: string | undefined }) =>
  type === 'gif' || (type === undefined && name?.toLowerCase().endsWith('.gif') === true)
