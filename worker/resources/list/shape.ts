/** What `select` keeps. Negative items remove computed parts; alone they act as an empty inclusion list (contract §1.4). */
export function shapeOf(select: string | undefined) {
  const items = select?.split(',').filter(Boolean)
  const without = new Set(items?.filter((item) => item.startsWith('-')).map((item) => item.slice(1)))
  const wanted =
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
    pick: (document: Record<string, unknown>, raw: boolean) => {
      if (!wanted) return document
      const kept = new Set([...wanted, ...(raw ? [] : always)])
      return Object.fromEntries(Object.entries(document).filter(([key]) => kept.has(key)))
    },
  }
}
