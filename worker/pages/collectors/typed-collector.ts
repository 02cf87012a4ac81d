/** The values of the forms of collectors. */
import type { Hono } from 'hono'
import { schedulingSchema } from '../../collectors'
import type { PluginDescription } from '../../collectors/plugins'
import { problem } from '../../errors'
import type { HttpEnv } from '../../http/env'
import { excerptOf } from '../../schema/cut-text'
import { readForm } from '../form'
import type { PageContext } from '../send'
import { type ConfigValues, configFrom } from './config-form'
import type { Draft } from './creation'
import { pluginsById } from './read-api'
import { schedulingFrom } from './schedule-form'

/** Reads the form of a new collector. @throws `collector-plugin-unknown` */
export async function readTyped(c: PageContext, app: () => Hono<HttpEnv>) {
  const form = await readForm(c)
  // The button of a proposal of the test sends its value.
  for (const [name, value] of [...form]) {
    if (name.startsWith('proposed.')) form.set(name.replace('proposed.', 'config.'), value)
  }
  const plugin = pluginNamed(form.get('plugin') ?? '', await pluginsById(c, app))
  return { plugin, ...draftFrom(plugin, form) }
}

/** @throws `collector-plugin-unknown` */
export function pluginNamed(name: string, plugins: ReadonlyMap<string, PluginDescription>): PluginDescription {
  const plugin = plugins.get(name)
  if (plugin) return plugin
  throw problem('collector-plugin-unknown', { plugin: excerptOf(name), plugins: [...plugins.keys()].join(', ') })
}

/** The values of the form of a collector; `scheduling` is unchecked, since the API checks it and names its errors. */
export function draftFrom(plugin: PluginDescription, form: URLSearchParams, stored?: ConfigValues) {
  const scheduling = schedulingFrom(form)
  const draft: Draft = {
    title: form.get('title')?.trim() ?? '',
    config: configFrom(plugin.schema, form, stored ? { stored } : {}),
    scheduling: schedulingSchema.safeParse(scheduling).data ?? [],
    active: form.has('active'),
  }
  return { draft, scheduling }
}

/** Pages with what someone has typed, perhaps a secret, or with the key of a webhook. */
export function noStore(response: Response): Response {
  response.headers.set('cache-control', 'private, no-store')
  return response
}
