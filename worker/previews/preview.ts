/** The preview of a dataset: a small picture of its data, as it is stored. */

/** Counts of equal intervals between two dates or numbers. */
export type Distributed = {
  kind: 'dates' | 'numbers'
  /** Key of the column. */
  field: string
  min: string | number
  max: string | number
  counts: number[]
}

/** Rows with the most frequent values of a column, and rows with any value. */
export type Ranked = { kind: 'values'; field: string; values: [value: string, rows: number][]; filled: number }

/** A map, whose picture is stored beside. */
export type Mapped = {
  kind: 'map'
  /** Rows that its dots stand for, and all rows. */
  shown: number
  rows: number
}

export type Preview = Mapped | Distributed | Ranked

/** Units of the picture of a map, about two a pixel. */
export const frameSize = { width: 360, height: 240 } as const
