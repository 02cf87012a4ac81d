/** HTTP status, and what to say in both languages; `{name}` stands for a parameter. */
export type ProblemText = { status: number; en: string; fr: string }
