/** A link that people wrote: only to the web, and to no script. */
export function safeLink(href: string): string {
  return /^https?:\/\//i.test(href) ? href : '#'
}
