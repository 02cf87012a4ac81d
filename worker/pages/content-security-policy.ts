/** Content-Security-Policy of pages. */

import type { Config } from '../config'

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
    "frame-src 'self'",
    "worker-src 'self'",
    "form-action 'self'",
    "base-uri 'none'",
    `frame-ancestors ${ancestors[framed]}`,
  ].join('; ')
}

/** The same for a page with the element of `@data-fair/frame`, which writes its own styles. */
export function framingPolicy(nonce: string, framed: Framing = 'nobody'): string {
  return pagePolicy(nonce, framed).replace("style-src 'self'", `style-src 'self' 'nonce-${nonce}'`)
}

/**
 * The same for the configuration page, whose form library compiles the schema to code.
 *
 * @param origins other hosts whose lists the form shows
 */
export function configurationPolicy(nonce: string, origins: readonly string[], framed: Framing): string {
  return framingPolicy(nonce, framed)
    .replace("'strict-dynamic'", "'strict-dynamic' 'unsafe-eval'")
    .replace("connect-src 'self'", ["connect-src 'self'", ...origins].join(' '))
}

/** The same for the API reference, whose library uses inline styles. */
export function apiDocsPolicy(nonce: string, framed: Framing = 'nobody'): string {
  return pagePolicy(nonce, framed)
    .replace("style-src 'self'", "style-src 'self' 'unsafe-inline'")
    .replace("font-src 'self'", "font-src 'self' data:")
}

/** The origins that maps read: those of the styles of the base map, and of what these read. */
export function basemapOrigins({ BASEMAP, BASEMAP_HOSTS }: Pick<Config, 'BASEMAP' | 'BASEMAP_HOSTS'>): string[] {
  const styles = 'styles' in BASEMAP ? BASEMAP.styles : []
  return styles.length === 0 ? [] : [...new Set([...styles, ...BASEMAP_HOSTS].map((url) => new URL(url).origin))]
}

/** The same for a page with a map. */
export function mapPolicy(nonce: string, origins: readonly string[], framed: Framing = 'nobody'): string {
  return pagePolicy(nonce, framed).replace("connect-src 'self'", ["connect-src 'self'", ...origins].join(' '))
}

/** A random nonce for one response. */
export function newNonce(): string {
  return Buffer.from(crypto.getRandomValues(new Uint8Array(16))).toString('base64')
}
