import { listArchive, pathsOf } from '../../../worker/attachments'
import type { Context } from '../../../worker/context'
import type { StoredFile, Version } from '../../../worker/datasets'
import { announceStep } from '../../../worker/datasets/journal'
import { problem, type StoredProblem } from '../../../worker/errors'
import { isJunk } from '../../../worker/files/attachment-path'
import { uploadOf } from '../../../worker/files/object-keys'
import { readZipDirectory } from '../../../worker/formats/archive/zip'
import { incompleteShapefile } from '../../../worker/formats/geo/shapefile'
import { tableOfPaths } from '../detect-attachment-column'
import { normalize, normalizeShapefile } from '../normalize/normalize-file'
import {
  kindOfPrepared,
  type PreparedFile,
  sourceOf,
  type TableOptions,
  writeNormalized,
} from '../normalize/prepared-file'
import { unpack } from '../normalize/unpack-archive'
import type { SliceResult, StageInput } from '../stage'

type Attached = NonNullable<Version['attachments']>
type Done = Extract<SliceResult, { done: true }>

/**
 * Prepares the text that later stages read from any offset, and lists the attachments uploaded with the file: the steps
 * `store` and `normalize` of the journal.
 */
export async function storeFile(ctx: Context, { run, dataset, state, time }: StageInput): Promise<SliceResult> {
  const version = dataset[run.target]
  const original = version?.originalFile
  if (!version || !original) throw problem('file-lost')
  const { object, name, size } = original
  if (size === 0) throw problem('file-no-column')
  const rest = () => time.pause(run, 0)
  const upload: PreparedFile = { original: object, object, name, size }
  const unpacked = await unpack(ctx, upload)
  if (unpacked) {
    const isNormalized = 'shp' in unpacked || !isBasic(unpacked)
    if (isNormalized) {
      await announceStep(ctx, dataset, 'store-end', run.target === 'draft')
      await announceStep(ctx, dataset, 'normalize-start', run.target === 'draft')
    }
    const file =
      'shp' in unpacked
        ? await normalizeShapefile(ctx, upload, unpacked, rest)
        : await normalize(ctx, unpacked, { options: original.normalizeOptions ?? {}, former: dataset.published, rest })
    const outcome = done(file, version.attachments && (await listed(ctx, version.attachments)))
    return isNormalized ? { ...outcome, step: 'normalize' } : outcome
  }

  // An archive of attachments only: the dataset has one line per file.
  if (version.attachments && !version.attachments.inherited) throw problem('attachments-twice')
  const archive = { bundle: uploadOf(object), object, size, updatedAt: original.updatedAt }
  const attachments = await listed(ctx, archive)
  if (attachments.count === 0) throw problem('archive-empty')
  const paths = tableOfPaths(await pathsOf(ctx, archive.bundle))
  const table = await writeNormalized(ctx, upload, { extension: 'csv', texts: paths, rest })
  const entries = await readZipDirectory(sourceOf(ctx, upload))
  const shapes = incompleteShapefile(entries.filter(({ name }) => !isJunk(name)))
  const warnings: StoredProblem[] = shapes ? [{ code: 'shapefile-incomplete', params: shapes }] : []
  return done({ ...table, warnings }, attachments)

  function done(file: PreparedFile, attachments: Attached | undefined): Done {
    const { calendar, sheet, options, warnings = [] } = file
    const patch = {
      ...(original && options ? { originalFile: withOptions(original, options) } : {}),
      ...(attachments ? { attachments } : {}),
      ...(calendar ? { calendar } : {}),
      ...(sheet ? { sheet } : {}),
    }
    const { object, size, name } = file
    return { done: true, state: { ...state, object, size, name, warnings: [...state.warnings, ...warnings] }, patch }
  }
}

/** An uploaded file with the options that were taken from the former one. */
const withOptions = (original: StoredFile, options: TableOptions): StoredFile => ({
  ...original,
  normalizeOptions: { ...original.normalizeOptions, ...options },
})

/** Whether a file has no step `normalize`. JSON has one, although it is read without a conversion. */
function isBasic(file: PreparedFile): boolean {
  const { kind } = kindOfPrepared(file)
  return kind === 'csv' || kind === 'geojson'
}

async function listed(ctx: Context, archive: Attached): Promise<Attached & { count: number }> {
  if (archive.count !== undefined) return { ...archive, count: archive.count }
  const { count, size } = await listArchive(ctx, archive)
  return { ...archive, count, filesSize: size }
}
