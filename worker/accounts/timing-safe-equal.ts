/** Compares digests, so that the duration does not depend on the text. */
export async function timingSafeEqual(a: string, b: string): Promise<boolean> {
  const digest = (text: string) => crypto.subtle.digest('SHA-256', new TextEncoder().encode(text))
  return crypto.subtle.timingSafeEqual(await digest(a), await digest(b))
}
