/** `Cache-Control` of a response that caches may store, and must validate once it is older than that. */
export const cacheControl = (scope: 'public' | 'private', maxAgeSeconds: number): string =>
  `must-revalidate, ${scope}, max-age=${maxAgeSeconds}`

/** `Cache-Control` of a response that only browsers store, and validate before each use. */
export const revalidated = cacheControl('private', 0)
