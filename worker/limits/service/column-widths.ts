/** Widths of the columns of a table, in rem: a text of four letters, and most of a page. Classes of `column-widths.css` have them. */
export const [leastWidth, mostWidth] = [4, 48]

/** Quarters of a rem are four pixels: less than what a pointer is held to. */
export const roundWidth = (width: number): number => Math.ceil(width * 4) / 4
