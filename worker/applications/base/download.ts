/** Reads the files of a base application from its host. */
import type { Context } from '../../context'
import { Problem, problem, type Reason, reasonOf, untranslated } from '../../errors'
import { limits } from '../../limits'
import { readBounded } from '../../net/fetch'
import { parseReplacing } from '../../schema/well-formed'
import { fetchBaseFile } from './fetch-file'

const { maxPageBytes, maxSchemaBytes } = limits.applications

/** The `index.html` at the URL of a folder. @throws `address-refused`, `base-application-unreachable` */
export async function readIndexPage(ctx: Context, url: string): Promise<string> {
  const page = await download(ctx, `${url}index.html`, maxPageBytes)
  if ('text' in page) return page.text
  throw problem('base-application-unreachable', { url, reason: page.reason })
}

/**
 * The `config-schema.json` at the URL of a folder; undefined when the file is missing or is not a JSON object.
 *
 * @throws `address-refused`, `base-application-unreachable`
 */
export async function readConfigSchema(ctx: Context, url: string): Promise<Record<string, unknown> | undefined> {
  const file = await download(ctx, `${url}config-schema.json`, maxSchemaBytes)
  if ('text' in file) return objectIn(file.text)
  // A missing file means no schema; a failed request must not: the schema may restrict the rights of links.
  if (file.isAbsent) return undefined
  throw problem('base-application-unreachable', { url, reason: file.reason })
}

type Downloaded = { text: string } | { reason: Reason; isAbsent: boolean }

async function download(ctx: Context, address: string, maxBytes: number): Promise<Downloaded> {
  try {
    const response = await fetchBaseFile(ctx, address)
    if (response.ok) return { text: new TextDecoder().decode(await readBounded(response, maxBytes)) }
    await response.body?.cancel()
    return {
      reason: untranslated(`HTTP ${response.status}`),
      isAbsent: response.status === 404 || response.status === 410,
    }
  } catch (error) {
    if (!(error instanceof Problem) || error.code !== 'upstream-failed') throw error
    return { reason: reasonOf(error), isAbsent: false }
  }
}

function objectIn(text: string): Record<string, unknown> | undefined {
  try {
    const value = parseReplacing(text)
    // An object of JSON has string keys.
    return typeof value === 'object' && value !== null && !Array.isArray(value)
      ? (value as Record<string, unknown>)
      : undefined
  } catch {
    return undefined
  }
}
