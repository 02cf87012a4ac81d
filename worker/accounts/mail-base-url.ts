import type { Context } from '../context'

/** The base of links in mail: PUBLIC_URL, never the address of a request, except in development. */
export function mailBaseUrl({ config, baseUrl }: Pick<Context, 'config' | 'baseUrl'>): string {
  return config.PUBLIC_URL || baseUrl
}
