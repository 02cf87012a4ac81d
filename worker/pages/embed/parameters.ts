/** The parameters of an embed URL, as parameters of the pages. Pure. */

import { mergedValues } from '../filters/value-filter'
import { pageParams } from '../page-query'

/**
 * `_d_{dataset}_{field}_{operator}` filters that dataset only; `_in` with a single value
 * becomes `_eq`.
 *
 * @param names of the dataset, in filters of it
 */
export function embedParams(search: URLSearchParams, names: readonly string[]): URLSearchParams {
  const params = new URLSearchParams()
  for (const [name, value] of pageParams(search)) {
    if (!name.startsWith('_d_')) params.set(...alone(name, value))
    else {
      const own = names.map((one) => `_d_${one}_`).find((prefix) => name.startsWith(prefix))
      if (own) params.set(...alone(name.slice(own.length), value))
    }
  }
  return mergedValues(params)
}

function alone(name: string, value: string): [name: string, value: string] {
  return name.endsWith('_in') && !/[",]/.test(value) ? [name.replace(/_in$/, '_eq'), value] : [name, value]
}
