import slugify from 'slugify'

/** The slug of a title: `Description - FR` → `description-fr`; may be empty. */
export function titleSlug(title: string): string {
  return slugify(title, { lower: true, strict: true, replacement: '-' })
}
