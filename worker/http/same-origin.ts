/**
 * A write that is authenticated by a cookie must come from a page of this service (CSRF). Browsers send where a write comes
 * from (`Sec-Fetch-Site`, `Origin`): a request with neither header does not come from a browser.
 */
export function isSameOrigin(request: Request, baseUrl: string): boolean {
  const site = request.headers.get('sec-fetch-site')
  if (site) return site === 'same-origin'
  const origin = request.headers.get('origin')
  return origin === null || origin === new URL(baseUrl).origin
}
