/** The size of an entry of a cache: characters of its key and of the JSON of its value. Pure. */
export const jsonChars = (key: string, value: unknown): number => key.length + (JSON.stringify(value)?.length ?? 0)
