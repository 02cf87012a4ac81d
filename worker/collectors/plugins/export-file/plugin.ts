import { z } from '@hono/zod-openapi'
import { notices, steps } from '../log-texts'
import type { Plugin } from '../plugin'
import { connectionOf } from '../transfer-file/download'
import { configSchema, schema } from './schema'

/** The last file that was written. */
const stateSchema = z.object({ key: z.string(), version: z.string(), hostKey: z.string().optional() })

/** Writes a dataset to an address or to its own files, unless the file is the same as the last time. */
export const exportFile: Plugin = {
  schema: () => schema,
  run: async (context) => {
    const { log, datasets, saveState } = context
    const config = configSchema.parse(context.config)
    const { dataset, format, fields, url, filename, label } = config
    const attachment = fileName(filename || dataset.id, format)
    // Of another dataset, address or shape, the last file says nothing.
    const key = JSON.stringify([url ?? attachment, dataset.id, format, fields ?? []])
    const state = stateSchema.safeParse(context.state).data
    const last = state?.key === key ? state : undefined
    const to = url
      ? { ...connectionOf(context, { ...config, url }), hostKey: last?.hostKey }
      : { attachment, title: label }
    await log.step(steps.export)
    const unless = config.everyTime ? undefined : last?.version
    const file = await datasets.export(dataset.id, { format, fields, to, unless })
    if (!file.changed) {
      await log.info(notices.sameFile)
      return { deleteOnComplete: true }
    }
    await log.info(notices.written(file.size))
    await saveState({ key, version: file.version, ...(file.hostKey ? { hostKey: file.hostKey } : {}) })
    return {}
  },
}

/** The extension tells what a file is: a name without one gets that of the format. */
const fileName = (name: string, format: string): string => (/\.[a-z]\w*$/i.test(name) ? name : `${name}.${format}`)
