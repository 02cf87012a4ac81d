/** Host-only cookies (RFC 6265bis, section 4.1.3.2): over https no other host can set or overwrite them. Pure. */

/** The name of the cookie: the `__Host-` prefix requires `Secure`, which plain http does not support. */
export function hostCookieName(baseUrl: string, name: string): string {
  return `${isSecure(baseUrl) ? '__Host-' : ''}${name}`
}

type HostCookie = {
  name: string
  value: string
  /** Seconds; 0 removes the cookie. */
  maxAge: number
  sameSite: 'Lax' | 'Strict'
}

/** The `Set-Cookie` value of the cookie, which scripts cannot read. */
export function hostCookie(baseUrl: string, { name, value, maxAge, sameSite }: HostCookie): string {
  const secure = isSecure(baseUrl) ? '; Secure' : ''
  return `${hostCookieName(baseUrl, name)}=${value}; Max-Age=${maxAge}; Path=/; HttpOnly; SameSite=${sameSite}${secure}`
}

export function isSecure(baseUrl: string): boolean {
  return new URL(baseUrl).protocol === 'https:'
}
