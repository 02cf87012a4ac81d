/** Content-Security-Policy of pages. */

/** `us`: only pages of this origin. */
export type Framing = 'nobody' | 'us' | 'anyone'
const ancestors: Record<Framing, string> = { nobody: "'none'", us: "'self'", anyone: '*' }

/**
 * The Content-Security-Policy of a page: scripts with the nonce, and those that they load; nothing from another host. Pages
 * that anyone may frame have no session.
 */
export function pagePolicy(nonce: string, framed: Framing = 'nobody'): string {
  return [
    "default-src 'none'",
    `script-src 'nonce-${nonce}' 'strict-dynamic'`,
    "style-src 'self'",
    "img-src 'self' data: blob:",
    "font-src 'self'",
    "connect-src 'self'",
    "worker-src 'self'",
    "form-action 'self'",
    "base-uri 'none'",
    `frame-ancestors ${ancestors[framed]}`,
  ].join('; ')
}

/** The same for the API reference, whose library uses inline styles. */
export function referencePolicy(nonce: string): string {
  return pagePolicy(nonce)
    .replace("style-src 'self'", "style-src 'self' 'unsafe-inline'")
    .replace("font-src 'self'", "font-src 'self' data:")
}

/** A random nonce for one response. */
export function newNonce(): string {
  return Buffer.from(crypto.getRandomValues(new Uint8Array(16))).toString('base64')
}
