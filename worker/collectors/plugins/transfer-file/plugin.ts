import { problem, type Reason } from '../../../errors'
import { limits } from '../../../limits'
import { firstRowsOf } from '../first-rows'
import type { Plugin } from '../plugin'
import { connectionOf, download, isWeb } from './download'
import { configSchema, schema, type TransferConfig } from './schema'
import { selectFiles } from './select-files'
import { transferFolder } from './transfer-folder'
import { transferNewest, transferOne } from './transfer-one'

/** Puts the file of an address, or files of a folder, in datasets, unless they are the same as the last time. */
export const transferFile: Plugin = {
  schema: () => schema,
  preview: async (context) => {
    const config = parseConfig(context.config)
    const headers = { range: `bytes=0-${limits.collectors.previewBytes - 1}` }
    let { url } = config
    let note: string | undefined
    if (config.files !== 'one') {
      const { files } = await context.listFiles(connectionOf(context, config))
      const selected = selectFiles(files, config.pattern)
      const newest = selected.at(-1)
      if (!newest) return { columns: [], rows: [], note: `0 / ${files.length}` }
      url = newest.url
      note = `${selected.length} / ${files.length}: ${newest.name}`
    }
    const file = await download(context, config, { url, headers })
    if (!file) return { columns: [], rows: [] }
    const rows = await firstRowsOf(file, config.encoding)
    return note === undefined ? rows : { ...rows, note }
  },
  run: async (context) => {
    const config = parseConfig(context.config)
    if (config.files === 'all') return transferFolder(context, config)
    return config.files === 'newest' ? transferNewest(context, config) : transferOne(context, config, config.url)
  },
}

/** @throws `collector-config-invalid` for properties that exclude each other */
function parseConfig(stored: unknown): TransferConfig {
  const config = configSchema.parse(stored)
  const { files, datasetMode, processAndDelete, moveTo, url } = config
  const refuse = (reason: Reason) => {
    throw problem('collector-config-invalid', { reason })
  }
  if (files === 'all' && datasetMode === 'update') {
    refuse({
      en: '/files all files cannot replace the data of one dataset',
      fr: "/files plusieurs fichiers ne peuvent pas remplacer les données d'un seul jeu",
    })
  }
  if (moveTo && processAndDelete) {
    refuse({
      en: '/moveTo a file is moved or deleted, not both',
      fr: '/moveTo un fichier est déplacé ou supprimé, pas les deux',
    })
  }
  if (moveTo && isWeb(url)) {
    refuse({
      en: '/moveTo files are moved over FTP and SFTP',
      fr: '/moveTo les fichiers se déplacent par FTP et SFTP',
    })
  }
  return config
}
