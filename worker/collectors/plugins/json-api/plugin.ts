import type { Plugin } from '../plugin'
import { previewOf, putRecords } from '../records'
import { recordsOf } from './pages'
import { configSchema, schema } from './schema'

/** Reads the records of an API in JSON. */
export const jsonApi: Plugin = {
  schema: () => schema,
  preview: (context) => previewOf(recordsOf(context, configSchema.parse(context.config))),
  run: async (context) => {
    const config = configSchema.parse(context.config)
    return putRecords(context, config, { name: 'records', records: recordsOf(context, config) })
  },
}
