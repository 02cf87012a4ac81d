/**
 * A write that rides on a cookie must come from a page of ours. Browsers say where a write comes
 * from: who says nothing at all is a program, which nobody can trick into sending its cookies.
 */
export function isSameOrigin(request: Request, baseUrl: string): boolean {
  const site = request.headers.get('sec-fetch-site')
  if (site) return site === 'same-origin'
  const origin = request.headers.get('origin')
  return origin === null || origin === new URL(baseUrl).origin
}
