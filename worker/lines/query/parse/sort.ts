/** The parameter `sort`. */
import { problem } from '../../../errors'
import { limits } from '../../../limits'
import { excerptOf } from '../../../schema/cut-text'
import type { Field } from '../../../schema/field'
import { isSortable, sortRefused, systemKeys } from '../capability-errors'
import { creationKey } from '../find-column'
import { distanceKey, isDistanceKey, pointOfKey } from '../position'
import type { LinesRequest } from '../request'
import { keysOf } from './output-parameters'

/** @param located lines have positions @throws `sort-field-unknown`, `sort-refused`, `sort-not-geolocalized`, `parameter-invalid` */
export function sortOf(text: string | null, fields: readonly Field[], located: boolean): LinesRequest['sort'] {
  const terms = keysOf(text ?? '').map((term) => {
    const descending = term.startsWith('-')
    const written = descending ? term.slice(1) : term
    return { key: isDistanceKey(written) ? distanceSort(written, located) : written, descending }
  })
  return checkedSort(terms, fields)
}

/** The terms of an order, without repeated keys. @throws `sort-field-unknown`, `sort-refused` */
export function checkedSort(terms: LinesRequest['sort'], fields: readonly Field[]): LinesRequest['sort'] {
  const sort = new Map<string, boolean>()
  for (const { key, descending } of terms) {
    const field = fields.find((candidate) => candidate.key === key)
    if (!systemKeys.has(key) && !isDistanceKey(key) && key !== creationKey) {
      if (!field) throw problem('sort-field-unknown', { field: key })
      if (!isSortable(field)) throw sortRefused(field)
    }
    if (!sort.has(key)) sort.set(key, descending)
  }
  if (sort.size > limits.lines.maxSortKeys) {
    throw problem('parameter-invalid', {
      parameter: 'sort',
      reason: {
        en: `more than ${limits.lines.maxSortKeys} fields.`,
        fr: `plus de ${limits.lines.maxSortKeys} colonnes.`,
      },
    })
  }
  return [...sort].map(([key, descending]) => ({ key, descending }))
}

function distanceSort(key: string, located: boolean): string {
  if (!located) throw problem('sort-not-geolocalized')
  const point = pointOfKey(key)
  if (point) return distanceKey(point)
  const reason = {
    en: `"${excerptOf(key)}" is not _geo_distance:lon:lat.`,
    fr: `"${excerptOf(key)}" n'est pas de la forme _geo_distance:lon:lat.`,
  }
  throw problem('parameter-invalid', { parameter: 'sort', reason })
}
