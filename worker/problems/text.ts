/** HTTP status, and the text in both languages: `{name}` is a parameter, `singular|plural` are the forms for the parameter `count`. */
export type ProblemText = { status: number; en: string; fr: string }
