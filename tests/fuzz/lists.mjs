// Lists of texts, written close together.

/** The texts between the bars, without the space around them. */
export const list = (text) => text.trim().split(/\s*¦\s*/)
