/** An id for a new row. */
export const newId = (): string =>
  crypto.getRandomValues(new Uint8Array(10)).reduce((id, byte) => id + byte.toString(16).padStart(2, '0'), '')
