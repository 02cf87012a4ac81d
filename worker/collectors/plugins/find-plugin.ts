import { z } from '@hono/zod-openapi'
import type { Context } from '../../context'
import { causeOf, problem } from '../../errors'
import { mqtt, webhook } from '../devices/device-plugins'
import { dataFairMirror } from './data-fair-mirror/plugin'
import { exportFile } from './export-file/plugin'
import { gbfs } from './gbfs/plugin'
import { gtfs } from './gtfs/plugin'
import { jsonApi } from './json-api/plugin'
import { jsonFile } from './json-file/plugin'
import { odsMirror } from './ods-mirror/plugin'
import type { JsonSchema, Plugin } from './plugin'
import { rss } from './rss/plugin'
import { sensorThings } from './sensorthings/plugin'
import { transferFile } from './transfer-file/plugin'

/** The plugins of the service itself, by id. */
const merged: Readonly<Record<string, Plugin>> = {
  'transfer-file': transferFile,
  'export-file': exportFile,
  'json-file': jsonFile,
  'json-api': jsonApi,
  rss,
  gbfs,
  gtfs,
  sensorthings: sensorThings,
  'data-fair-mirror': dataFairMirror,
  'ods-mirror': odsMirror,
  webhook,
  mqtt,
}

type FoundPlugin = { id: string; plugin: Plugin; schema: JsonSchema }

const schemaShape = z.looseObject({ properties: z.record(z.string(), z.looseObject({})).optional() })

/** Ids of the installed plugins: those of the service, and the service bindings `PLUGIN_<ID>`. */
export function pluginIds(ctx: Pick<Context, 'plugins'>): string[] {
  return [...Object.keys(merged), ...ctx.plugins.keys()]
}

/** @throws `collector-plugin-unknown`, `collector-result-invalid` when its schema is not a JSON schema */
export async function findPlugin(ctx: Pick<Context, 'plugins'>, id: string): Promise<FoundPlugin> {
  const own = ownId(id)
  const plugin = Object.hasOwn(merged, own) ? merged[own] : boundPlugin(ctx, id)
  if (!plugin) throw problem('collector-plugin-unknown', { plugin: id, plugins: pluginIds(ctx).join(', ') })
  let sent: unknown
  try {
    sent = await plugin.schema()
  } catch (error) {
    throw problem('collector-result-invalid', { plugin: id, reason: causeOf(error) })
  }
  const parsed = schemaShape.safeParse(sent)
  if (!parsed.success)
    throw problem('collector-result-invalid', {
      plugin: id,
      reason: { en: 'its schema is no JSON schema', fr: "son schéma n'est pas un schéma JSON" },
    })
  // The keywords that the service reads have been checked; the validator reads the others.
  return { id, plugin, schema: parsed.data as JsonSchema }
}

/** The id here of a plugin of data-fair: `@data-fair/processing-rss`, `@data-fair-processing-rss-1`. */
const ownId = (id: string): string => /^@data-fair[/-]processing-(.+?)(?:-\d+)?$/.exec(id)?.[1] ?? id

function boundPlugin(ctx: Pick<Context, 'plugins'>, id: string): Plugin | undefined {
  // A service binding has the methods of the entry point that the operator has bound; results are checked.
  return ctx.plugins.get(id) as Plugin | undefined
}
