/** The prefix of the columns of an extension from a dataset or a service. Pure. */

/** `masterData_bulkSearch_siret` gives `_siret`, `postCoords` gives `_coords`. */
export function prefixOf(action: string): string {
  let name = action.toLowerCase()
  for (const word of ['masterdata', 'find', 'bulk', 'search']) name = name.replace(word, '')
  name = name
    .replace(/[:\-. ]/, '_')
    .replace(/^_*post/, '')
    .replace(/__+/g, '_')
    .replace(/^_+|_+$/g, '')
    .replace(/[^a-z0-9_]/g, '_')
  return `_${name}`
}
