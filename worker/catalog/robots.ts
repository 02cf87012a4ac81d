/** Crawlers may read pages, but neither the API nor every filter of a table. */
export const robots = (baseUrl: string): string => {
  const path = new URL(baseUrl).pathname.replace(/\/$/, '')
  const disallowed = ['/api/', '/app/', '/embed/', '/*/table?', '/*/map?', '/*/charts?', '/sign-in', '/sign-up']
  return [
    'User-agent: *',
    ...disallowed.map((one) => `Disallow: ${path}${one}`),
    `Sitemap: ${baseUrl}/sitemap.xml`,
    '',
  ].join('\n')
}
