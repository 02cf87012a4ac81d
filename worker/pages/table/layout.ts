/** The layout of the columns, kept in the address: order (`select`), the pinned one (`fixed`), widths (`widths`). Pure. */
import { leastWidth, mostWidth, roundWidth } from '../../limits/service/column-widths'
import type { Field } from '../../schema/field'

/** Widths that the links of a panel go through; the width of the content is between the third and the fourth. */
const steps = [6, 9, 13, 20, 30, 44] as const
const [, , narrowStart, wideStart] = steps

/** The chosen widths in rem, by key: `widths=town:9,notes:30.5`. Others are ignored. */
export function widthsOf(params: URLSearchParams): ReadonlyMap<string, number> {
  const entries = (params.get('widths') ?? '').split(',').flatMap((item): [string, number][] => {
    const at = item.lastIndexOf(':')
    const width = roundWidth(Number(item.slice(at + 1)))
    return at > 0 && width >= leastWidth && width <= mostWidth ? [[item.slice(0, at), width]] : []
  })
  return new Map(entries)
}

/** The `widths` with another width of a column; undefined: that of its content. */
export function withWidth(params: URLSearchParams, key: string, width: number | undefined): string {
  const widths = new Map(widthsOf(params))
  if (width === undefined) widths.delete(key)
  else widths.set(key, width)
  return [...widths].map(([one, rem]) => `${one}:${rem}`).join(',')
}

/** The classes of the cells of a column. */
export function widthClass(widths: ReadonlyMap<string, number>, key: string): string {
  const width = widths.get(key)
  if (width === undefined) return ''
  const part = (width % 1) * 4
  return ` w-${Math.floor(width)}${part > 0 ? ` w-part-${part}` : ''}`
}

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
  const sized = (to: number | undefined) => (to === undefined ? undefined : { widths: withWidth(params, key, to) })
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
    narrower: sized(width === undefined ? narrowStart : steps.findLast((step) => step < width)),
    wider: sized(width === undefined ? wideStart : steps.find((step) => step > width)),
    fit: width === undefined ? undefined : { widths: withWidth(params, key, undefined) },
  }
}
