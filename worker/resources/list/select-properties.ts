/** Parses `select`. Negative items omit computed properties. With negative items only, the response has the properties that are always returned. */
export function shapeOf(select: string | undefined) {
  const items = select?.split(',').filter(Boolean)
  const without = new Set(items?.filter((item) => item.startsWith('-')).map((item) => item.slice(1)))
  const selected = items?.filter((item) => !item.startsWith('-')).map((item) => item.split('.'))
  const always = [
    'id',
    'slug',
    'owner',
    'visibility',
    'public',
    'userPermissions',
    'previews',
    'thumbnail',
    'href',
    'page',
    'exposedUrl',
  ]
  return {
    without,
    pick: <Document extends object>(document: Document, raw: boolean): Partial<Document> => {
      if (!selected) return document
      // Some of the properties of the document.
      return picked(document, [...selected, ...(raw ? [] : always.map((key) => [key]))]) as Partial<Document>
    },
  }
}

/** The properties at the paths, of each item of a list. */
function picked(value: unknown, paths: readonly (readonly string[])[]): unknown {
  if (Array.isArray(value)) return value.map((item) => picked(item, paths))
  if (typeof value !== 'object' || value === null) return value
  const entries = Object.entries(value).flatMap(([key, property]) => {
    const inside = paths.filter(([first]) => first === key).map(([, ...rest]) => rest)
    const isWhole = inside.some((path) => path.length === 0)
    if (isWhole) return [[key, property] as const]
    return inside.length > 0 && typeof property === 'object' ? [[key, picked(property, inside)] as const] : []
  })
  return Object.fromEntries(entries)
}
