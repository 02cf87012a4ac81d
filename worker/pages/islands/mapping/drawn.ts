/** What a page tells its map to draw. */

/** A colour on light and on dark grounds. */
type Shade = readonly [light: string, dark: string]

/** Colours by the values of a column: `bounds` are between the classes of a number, whose colours are one more. */
export type Colors =
  | { by: 'category'; field: string; values: { value: string; color: Shade }[] }
  | { by: 'number'; field: string; bounds: number[]; colors: Shade[] }

export type Drawn = {
  /** Address of the lines, with search and filters. */
  lines: string
  colors: Colors | undefined
  /** The column that sizes stand for, and its largest number. */
  radius: { field: string; max: number } | undefined
}

/** A column in a popup. */
export type PopupField = {
  key: string
  name: string
  kind: 'text' | 'number' | 'boolean' | 'date' | 'date-time' | 'place' | 'image'
  isQuantity: boolean
  isLabel: boolean
  labels: Record<string, string> | undefined
}
