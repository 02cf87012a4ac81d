/** HTTP status, and the text in both languages; `{name}` is a parameter. */
export type ProblemText = { status: number; en: string; fr: string }
