/** How a chart is drawn. */
import type { Theme } from '../shared/legends/palette'
import type { Formats } from '../shared/locale'

/**
 * @property isHorizontal bars are drawn from left to right
 * @property isPercent the values of a group are shares of their sum
 */
export type Layout = { isHorizontal: boolean; isStacked: boolean; isPercent: boolean }

export type Look = {
  formats: Formats
  theme: Theme
  primary: string
  isStill: boolean
  /** Size of the drawing in CSS pixels. */
  width: number
  height: number
  /** Names of hidden series. */
  hidden: ReadonlySet<string>
  /** Groups that the address selects: the others are pale. */
  selected: readonly string[]
  onDrawn: () => void
  onChoose: (index: number) => void
}

/** The font of the page, for the canvas. */
export const fontFamily = '"Inter", system-ui, sans-serif'
