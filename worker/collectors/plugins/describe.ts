import { accountActorFor } from '../../accounts'
import type { Context } from '../../context'
import type { Language } from '../../errors'
import { findPlugin, pluginIds } from './find-plugin'
import type { JsonSchema } from './plugin'

export type PluginDescription = { id: string; title: string; description?: string; schema: JsonSchema }

/** A plugin in the language of the request. @throws `collector-plugin-unknown` */
export async function describePlugin(ctx: Context, id: string): Promise<PluginDescription> {
  const { schema } = await findPlugin(ctx, id)
  const description = textIn(schema, 'description', ctx.language)
  return { id, title: textIn(schema, 'title', ctx.language) ?? id, ...(description ? { description } : {}), schema }
}

/** The installed plugins. One that does not respond is left out. @throws `sign-in-required` */
export async function listPlugins(ctx: Context): Promise<{ count: number; results: PluginDescription[] }> {
  accountActorFor(ctx, ['datasets'])
  const described = await Promise.all(
    pluginIds(ctx).map((id) =>
      describePlugin(ctx, id).catch((error: unknown) => {
        ctx.log('warn', 'a plugin does not respond', { plugin: id, error: String(error) })
        return undefined
      }),
    ),
  )
  const results = described.filter((one) => one !== undefined)
  return { count: results.length, results }
}

/** A text of a schema in a language. Pure. */
export function textIn(schema: JsonSchema, name: 'title' | 'description', language: Language): string | undefined {
  return schema[`x-i18n-${name}`]?.[language] ?? schema[name]
}
