/** The form of the limits of an account. Pure. */
import { limits } from '../../limits'
import { MINUTE_SECONDS } from '../../limits/units'
import type { MessageKey } from '../messages'
import type { Limits } from '../settings/usage-card'

export type LimitInput = {
  name: string
  label: MessageKey
  of: keyof Limits
  /** What one of the input is in the API. */
  unit: number
}

const { megabyte } = limits.administration

export const limitInputs: readonly LimitInput[] = [
  { name: 'megabytes', label: 'maxStorage', of: 'store_bytes', unit: megabyte },
  { name: 'indexed', label: 'maxIndexed', of: 'indexed_bytes', unit: megabyte },
  { name: 'datasets', label: 'maxDatasets', of: 'nb_datasets', unit: 1 },
  { name: 'minutes', label: 'maxCollectorMinutes', of: 'processings_seconds', unit: MINUTE_SECONDS },
]

/** The limits of a form, as the API takes them; an empty input is not a limit. */
export function limitsIn(form: URLSearchParams): Record<string, { limit: number }> {
  return Object.fromEntries(
    limitInputs.map(({ name, of, unit }) => {
      const text = form.get(name)
      return [of, { limit: text ? Math.round(Number(text) * unit) : -1 }]
    }),
  )
}
