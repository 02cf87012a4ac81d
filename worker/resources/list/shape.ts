/** Parses `select`. Negative items omit computed properties; alone they act as an empty inclusion list. */
export function shapeOf(select: string | undefined) {
  const items = select?.split(',').filter(Boolean)
  const without = new Set(items?.filter((item) => item.startsWith('-')).map((item) => item.slice(1)))
  const selected =
    items && new Set(items.filter((item) => !item.startsWith('-')).map((item) => item.split('.')[0] ?? item))
  const always = [
    'id',
    'slug',
    'owner',
    'visibility',
    'public',
    'userPermissions',
    'previews',
    'href',
    'page',
    'exposedUrl',
  ]
  return {
    without,
    pick: <Document extends object>(document: Document, raw: boolean): Partial<Document> => {
      if (!selected) return document
      const keys = new Set([...selected, ...(raw ? [] : always)])
      // Some of the properties of the document.
      return Object.fromEntries(Object.entries(document).filter(([key]) => keys.has(key))) as Partial<Document>
    },
  }
}
