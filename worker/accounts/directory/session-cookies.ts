import { hostCookieName, isSecure } from '../host-cookie'

/** The prefix of the names of the cookies of the directory. */
export const cookiePrefix = (baseUrl: string): string => hostCookieName(baseUrl, 'better-auth')

/** The names and the attributes of the cookies of the embedded directory. */
export const sessionCookies = (baseUrl: string) => ({
  // Over https the prefix is "__Host-"; the library only knows "__Secure-".
  useSecureCookies: false,
  cookiePrefix: cookiePrefix(baseUrl),
  defaultCookieAttributes: { httpOnly: true, sameSite: 'lax', secure: isSecure(baseUrl) } as const,
})
