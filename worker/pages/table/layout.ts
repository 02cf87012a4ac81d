/** The layout of the columns, kept in the address: order (`select`), the pinned one (`fixed`), widths (`widths`). Pure. */
import type { Field } from '../../schema/field'

/** Widths that a column can have, the classes `w-1` … of `table.css`; the width of its content is between the third and the fourth. */
const widthSteps = 6
const startingWidth = 3

/** The chosen widths by key: `widths=town:2,notes:5`. Others are ignored. */
export function widthsOf(params: URLSearchParams): ReadonlyMap<string, number> {
  const entries = (params.get('widths') ?? '').split(',').flatMap((item): [string, number][] => {
    const at = item.lastIndexOf(':')
    const step = Number(item.slice(at + 1))
    return at > 0 && Number.isInteger(step) && step >= 1 && step <= widthSteps ? [[item.slice(0, at), step]] : []
  })
  return new Map(entries)
}

/** The `widths` with another width of a column; undefined: that of its content. */
export function withWidth(params: URLSearchParams, key: string, step: number | undefined): string {
  const widths = new Map(widthsOf(params))
  if (step === undefined) widths.delete(key)
  else widths.set(key, Math.min(widthSteps, Math.max(1, step)))
  return [...widths].map(([one, width]) => `${one}:${width}`).join(',')
}

/** The class of the cells of a column. */
export const widthClass = (widths: ReadonlyMap<string, number>, key: string): string =>
  widths.has(key) ? ` w-${widths.get(key)}` : ''

export type ColumnLayout = {
  key: string
  isPinned: boolean
  /** Changes of the parameters that lay out a column; undefined where there is nothing to change. */
  pin: Record<string, string | undefined>
  left: Record<string, string | undefined> | undefined
  right: Record<string, string | undefined> | undefined
  hide: Record<string, string | undefined> | undefined
  narrower: Record<string, string | undefined> | undefined
  wider: Record<string, string | undefined> | undefined
  fit: Record<string, string | undefined> | undefined
}

/** What a reader can change of the layout of a column; undefined for one that is not shown. */
export function columnLayout(params: URLSearchParams, key: string, shown: readonly Field[]): ColumnLayout | undefined {
  const keys = shown.map((field) => field.key)
  const at = keys.indexOf(key)
  if (at < 0) return undefined
  const isPinned = params.get('fixed') === key
  const width = widthsOf(params).get(key)
  const moved = (to: number) => {
    const others = keys.filter((one) => one !== key)
    return { select: [...others.slice(0, to), key, ...others.slice(to)].join(',') }
  }
  // A pinned column is the first one, wherever it stands in the order.
  const first = keys[0] === params.get('fixed') && !isPinned ? 1 : 0
  return {
    key,
    isPinned,
    pin: { fixed: isPinned ? undefined : key },
    left: !isPinned && at > first ? moved(at - 1) : undefined,
    right: !isPinned && at < keys.length - 1 ? moved(at + 1) : undefined,
    hide:
      keys.length > 1
        ? { select: keys.filter((one) => one !== key).join(','), ...(isPinned ? { fixed: undefined } : {}) }
        : undefined,
    narrower:
      width === 1 ? undefined : { widths: withWidth(params, key, width === undefined ? startingWidth : width - 1) },
    wider:
      width === widthSteps
        ? undefined
        : { widths: withWidth(params, key, width === undefined ? startingWidth + 1 : width + 1) },
    fit: width === undefined ? undefined : { widths: withWidth(params, key, undefined) },
  }
}
