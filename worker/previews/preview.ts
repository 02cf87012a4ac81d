/** The preview of a dataset: a small picture of its data, as it is stored. */

/** Counts of equal intervals between two dates or numbers. */
export type HistogramPreview = {
  kind: 'dates' | 'numbers'
  /** Key of the column. */
  field: string
  min: string | number
  max: string | number
  counts: number[]
}

/** The most frequent values of a column with their rows; `filled` counts the rows with any value. */
export type TopValuesPreview = {
  kind: 'values'
  field: string
  values: [value: string, rows: number][]
  filled: number
}

/** A map; its SVG document is stored in a column of its own. */
export type MapPreview = {
  kind: 'map'
  /** Rows that its dots stand for, and all rows. */
  shown: number
  rows: number
}

export type Preview = MapPreview | HistogramPreview | TopValuesPreview

/** The view box of a map, about two units a CSS pixel. */
export const frameSize = { width: 360, height: 240 } as const
