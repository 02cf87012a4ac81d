/** The text of the module of validators. */
export function compileValidators(): Promise<string>
