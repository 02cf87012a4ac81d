/** A user-provided link: http and https only, no scripts. */
export function safeLink(href: string): string {
  return /^https?:\/\//i.test(href) ? href : '#'
}
