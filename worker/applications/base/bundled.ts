/**
 * The base applications that are built and served with the service. Their stored address is a path below the base URL, so
 * that it stays valid when the service moves to another host. Pure.
 */

/** Where the assets binding has them, and the service serves them. */
export const bundledFolder = '/build/applications/'

/** Names of their folders, and the category in which each is registered. */
export const bundled = [
  { name: 'charts', category: 'graphique' },
  { name: 'map', category: 'carte' },
  { name: 'cards', category: 'textuelle' },
] as const

/** The stored form of an address: a path when it is in the folder of bundled applications of this service. */
export function storedAddress(address: string, baseUrl: string): string {
  return baseUrl !== '' && address.startsWith(baseUrl + bundledFolder) ? address.slice(baseUrl.length) : address
}

/** The address for clients of a stored one. */
export function baseAddress(stored: string, baseUrl: string): string {
  return isBundled(stored) ? baseUrl + stored : stored
}

/** Whether a stored address is that of a bundled application, or of one of its files. */
export const isBundled = (stored: string): boolean => stored.startsWith(bundledFolder)

/** The parts of the path of a stored address. */
export function segmentsOf(stored: string): string[] {
  return new URL(stored, 'https://bundled.invalid').pathname.split('/').filter(Boolean)
}
