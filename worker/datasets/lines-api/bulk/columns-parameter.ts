import { z } from 'zod'
import { problem } from '../../../errors'

/** `columns` of a bulk: a JSON object of the key for each header. Pure. @throws `parameter-invalid` */
export function keysOfHeaders(text: string | undefined): Map<string, string> | undefined {
  if (text === undefined) return undefined
  const parsed = z.record(z.string(), z.string()).safeParse(parsedJson(text))
  if (parsed.success) return new Map(Object.entries(parsed.data).map(([header, key]) => [header.trim(), key]))
  const reason = { en: 'expected a JSON object of texts', fr: 'attendu : un objet JSON de textes' }
  throw problem('parameter-invalid', { parameter: 'columns', reason })
}

function parsedJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
