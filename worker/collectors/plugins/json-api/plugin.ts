import type { JsonText } from '../json-text'
import type { Plugin } from '../plugin'
import { previewOf, putRecords } from '../records'
import { recordsOf } from './pages'
import { pathOfRecords } from './path-of-records'
import { configSchema, schema } from './schema'

/** Reads the records of an API in JSON. */
export const jsonApi: Plugin = {
  schema: () => schema,
  preview: async (context) => {
    const config = configSchema.parse(context.config)
    const pages: JsonText[] = []
    const preview = await previewOf(recordsOf(context, config, (page) => pages.push(page)))
    const resultsPath = config.resultsPath === '' ? pathOfRecords(pages[0]?.valueAt('')) : undefined
    return resultsPath === undefined ? preview : { ...preview, proposed: { resultsPath } }
  },
  run: async (context) => {
    const config = configSchema.parse(context.config)
    return putRecords(context, config, { name: 'records', records: recordsOf(context, config) })
  },
}
