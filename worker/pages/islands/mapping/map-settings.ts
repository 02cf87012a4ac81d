/** The settings of a map, which its page passes to the script. */

/** A colour for the light and for the dark theme. */
type Shade = readonly [light: string, dark: string]

/** Colours by the values of a column. For numbers, `bounds` are the class breaks: there is one colour more. */
export type Colors =
  | { by: 'category'; field: string; values: { value: string; color: Shade }[] }
  | { by: 'number'; field: string; bounds: number[]; colors: Shade[] }

export type Drawn = {
  /** Address of the lines, with search and filters. */
  lines: string
  /** No row is a line or an area. */
  arePoints: boolean
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
  /** Of dates with times. */
  timeZone: string | undefined
  /** Amounts, of which some have cents. */
  hasCents?: boolean | undefined
  isLabel: boolean
  /** A latitude or a longitude, which the map shows. */
  isPosition: boolean
  labels: Record<string, string> | undefined
}
