import { pathsOf } from '../../../worker/attachments'
import type { Context } from '../../../worker/context'
import type { AnalyzedFile, StoredFile } from '../../../worker/datasets'
import {
  checkExtensions,
  datasetOf,
  extensionsOf,
  ownFields,
  producedFields,
  type ResolvedExtension,
  resolveExtensions,
  withExtensionFields,
} from '../../../worker/datasets/extensions'
import { journalStep } from '../../../worker/datasets/journal'
import type { FileReading } from '../../../worker/datasets/runs'
import { Problem, problem, type StoredProblem } from '../../../worker/errors'
import { delimiterIn } from '../../../worker/formats/csv/delimiters'
import { kindOf } from '../../../worker/formats/kinds/kinds'
import type { ReplacedEscapes } from '../../../worker/formats/record-reader'
import { locationFields, projectionTitles } from '../../../worker/geometry'
import { limits } from '../../../worker/limits'
import { layoutOf } from '../../../worker/lines/storage'
import { excerptOf } from '../../../worker/schema/cut-text'
import { withTimeZone } from '../../../worker/schema/dates/zone'
import type { DetectedField } from '../../../worker/schema/field'
import { mergeSchema } from '../../../worker/schema/merge-schema'
import { baseSchema } from '../base-schema'
import { withCalendarConcepts } from '../calendar-concepts'
import { ColumnAnalysis, type ColumnAnalysisState } from '../column-analysis'
import { type AnalyzedColumn, addStatistics, keyRulesOf, observationsOf, saveStatistics } from '../describe-columns'
import { type AttachmentColumnState, AttachmentColumns } from '../detect-attachment-column'
import { EarlyLines, type EarlyState, type FileStructure } from '../early-lines'
import { FileEnricher } from '../file-enricher'
import { declaredProjection, withGeometry } from '../geojson-geometry'
import { inspectFile } from '../inspect-file'
import { loadCursor, type ReadPosition, SourceReader, saveCursor } from '../source-reader'
import type { SliceResult, StageInput } from '../stage'

/** The memory of a paused analysis. */
type Memory = {
  position: ReadPosition
  columns: ColumnAnalysisState
  replacements: number
  escapes: ReplacedEscapes | undefined
  early: EarlyState | null
  attached: AttachmentColumnState
}

/**
 * Reads the whole file once, to detect its encoding and dialect, the keys and types of its columns, and their statistics.
 * Types hold for all values, not for a sample. Lines are written during the analysis, with the types that the beginning of
 * the file shows.
 */
export async function analyze(ctx: Context, input: StageInput): Promise<SliceResult> {
  const { run, time } = input
  const analysis = await openAnalysis(ctx, input)
  const { reading, columns, attached, early } = analysis
  const ended = await reading.run(
    ctx,
    (record) => {
      columns.add(record)
      attached.add(record.cells)
      early.add(record)
    },
    async () => {
      if (early.isReady) await early.start(structureOf(ctx, input, analysis, describe(analysis)))
      await early.drain()
      await time.pause(run, reading.progress)
      return time.isOver()
    },
  )
  return ended ? complete(ctx, input, analysis) : pause(ctx, input, analysis)
}

type Analysis = Awaited<ReturnType<typeof openAnalysis>>

/** Opens the file at its beginning, or where the last delivery paused. */
async function openAnalysis(ctx: Context, input: StageInput) {
  const { run, dataset, state } = input
  const version = dataset[run.target]
  const original = version?.originalFile
  if (!version || !original) throw problem('file-lost')
  const source = state.source ?? (await inspectFile(ctx, state, { version, former: dataset.published.originalFile }))
  const base = baseSchema(dataset, version)
  const memory = state.cursor ? await loadCursor<Memory>(ctx, state.cursor) : undefined
  const keyRules = keyRulesOf(dataset, version)
  const { owner, metadata } = dataset
  const active = extensionsOf(metadata, version)
  const extensions = await resolveExtensions(ctx, {
    ...{ owner, extensions: active },
    stored: { extensions: active, schema: base },
  })
  const early = new EarlyLines(
    ctx,
    run,
    memory ? memory.early : writesEarly(input, extensions) ? undefined : null,
    ({ fields }, from) => {
      checkExtensions(extensions, ownFields(fields))
      return FileEnricher.open(extensions, fields, from)
    },
  )
  const paths = version.attachments ? await pathsOf(ctx, version.attachments.bundle) : []
  return {
    version,
    base,
    original,
    source,
    memory,
    keyRules,
    extensions,
    early,
    reading: new SourceReader(source, { fields: base, keyRules }, memory?.position),
    columns: new ColumnAnalysis(memory?.columns),
    attached: new AttachmentColumns(paths, memory?.attached),
  }
}

const describe = ({ columns, reading, keyRules }: Analysis): AnalyzedColumn[] =>
  columns.describe(reading.reader.headers, keyRules)

/** The columns and fields of the file: the schema merged with the detected types, and the fields of extensions. */
function structureOf(
  ctx: Context,
  { dataset, state }: StageInput,
  analysis: Analysis,
  columns: AnalyzedColumn[],
): FileStructure {
  const { source, version, base, reading, attached, extensions } = analysis
  const percents = new Set(version.sheet?.percents)
  const all = columns.flatMap(({ index, detected }) =>
    detected ? { ...detected, ...(percents.has(index) ? { unit: '%' } : {}) } : [],
  )
  const fileProjection = declaredProjection(reading.reader)
  const shaped =
    source.kind === 'geojson' ? withGeometry(all, fileProjection) : version.calendar ? withCalendarConcepts(all) : all
  const zone = ctx.config.TIME_ZONE
  const detected = attached.recognize(shaped, columns, base).map((column) => withTimeZone(column, zone))
  const keys = columns.map(({ index, key, originalName }) => ({ index, key, originalName }))
  const merged = state.keepSchema ? version.schema : mergeSchema(base, detected)
  const fields = withExtensionFields(merged, producedFields(extensions, ownFields(merged)))
  return { columns: keys, detected, fields, projection: dataset.metadata.projection?.code ?? fileProjection }
}

/** The replaced characters and escapes of the file so far, over all deliveries. */
function replacedIn({ memory, reading }: Analysis) {
  const escapes = totalEscapes(memory?.escapes, reading.reader.replaced)
  return { replacements: (memory?.replacements ?? 0) + reading.replacements, escapes }
}

async function pause(ctx: Context, { run, state }: StageInput, analysis: Analysis): Promise<SliceResult> {
  const { source, reading, columns, early, attached } = analysis
  const memory: Memory = {
    position: reading.position(),
    columns: columns.state(),
    ...replacedIn(analysis),
    early: await early.pause(),
    attached: attached.state(),
  }
  const cursor = await saveCursor(ctx, { object: source.object, run: run.id, step: run.step, memory })
  return { done: false, state: { ...state, source, cursor } }
}

async function complete(ctx: Context, input: StageInput, analysis: Analysis): Promise<SliceResult> {
  const { run, dataset, state } = input
  const { source, original, reading, extensions, attached } = analysis
  const columns = describe(analysis)
  const structure = structureOf(ctx, input, analysis, columns)
  const file = fileRead(original, source, structure.detected)
  const failure = failureOf(() => checkExtensions(extensions, ownFields(structure.fields)))
  if (failure) return { failure, patch: { file } }
  const fileProjection = declaredProjection(reading.reader)
  const facts = new Map(columns.map(({ key, statistics: { maxBytes, nonAscii } }) => [key, { maxBytes, nonAscii }]))
  const layout = layoutOf(structure.fields, facts, locationFields(structure.fields))
  const written = await analysis.early.finish(structure, layout)
  await saveStatistics(ctx, run, columns)
  const extension = written?.extension
  if (extension) {
    await addStatistics(ctx, run.id, extension.statistics())
    const isDraft = run.target === 'draft'
    await journalStep(ctx, dataset, 'extend-start', isDraft)
    if (Object.keys(extension.counts).length === 0) await journalStep(ctx, dataset, 'extend-end', isDraft)
  }
  const { replacements: count, escapes } = replacedIn(analysis)
  const unnamed = analysis.columns.unnamed(reading.reader.headers, analysis.keyRules)
  const { cursor: _, ...rest } = state
  return {
    done: true,
    state: {
      ...rest,
      columns: structure.columns,
      detected: structure.detected,
      fields: structure.fields,
      ...(fileProjection ? { projection: fileProjection } : {}),
      source,
      layout,
      observations: {
        ...observationsOf(structure.fields, columns, analysis.columns.lines),
        ...extension?.observations(structure.fields),
      },
      lastLine: analysis.columns.lastIndex,
      warnings: [
        ...state.warnings,
        ...reading.reader.warnings,
        ...warningsOf(columns, { count, source, escapes, unnamed }),
        ...attached.warnings(structure.fields, columns),
      ],
      ...(written ? { inserted: true, pointer: written.pointer, bounds: written.bounds } : {}),
      ...(extension ? { extensionCounts: extension.counts } : {}),
    },
    patch: {
      file,
      ...withHeader(original, source),
      ...(fileProjection ? { projection: { code: fileProjection, title: projectionTitles[fileProjection] } } : {}),
    },
  }
}

/** The uploaded file with the position of its header, where that of the former file was taken. */
function withHeader(original: StoredFile, { dialect }: FileReading): { originalFile?: StoredFile } {
  if (!dialect?.headerLine || original.normalizeOptions?.spreadsheetHeaderLine) return {}
  const { headerLine: spreadsheetHeaderLine, headerRows, delimiter } = dialect
  const header = { spreadsheetHeaderLine, ...(headerRows ? { headerRows } : {}), delimiter }
  return { originalFile: { ...original, normalizeOptions: { ...original.normalizeOptions, ...header } } }
}

/** The problem that a check throws. */
function failureOf(check: () => void): Problem | undefined {
  try {
    check()
  } catch (error) {
    if (error instanceof Problem) return error
    throw error
  }
  return undefined
}

/**
 * Lines are written early when all of them will be needed: not for a draft that may wait for a decision. Nor are they when
 * they are sent to a remote service, which would be called again if the types of the whole file differ.
 */
function writesEarly({ run, dataset, state }: StageInput, extensions: readonly ResolvedExtension[]): boolean {
  const isSent = extensions.some(({ extension }) => extension.type === 'remoteService' && !datasetOf(extension))
  if (state.keepSchema || isSent) return false
  return run.target === 'published' || dataset.draft?.draftReason?.validationMode === 'always'
}

/** The sum over the slices before and this one. */
function totalEscapes(
  before: ReplacedEscapes | undefined,
  now: ReplacedEscapes | undefined,
): ReplacedEscapes | undefined {
  return before && now ? { count: before.count + now.count, line: before.line } : (before ?? now)
}

/** Problems of the file that did not stop the run, for the journal. */
function warningsOf(
  columns: AnalyzedColumn[],
  found: { count: number; source: FileReading; escapes: ReplacedEscapes | undefined; unnamed: readonly number[] },
): StoredProblem[] {
  const { count, source, escapes, unnamed } = found
  const warnings: StoredProblem[] = []
  const empty = columns.filter((column) => !column.detected).map((column) => column.originalName)
  // In GeoJSON, features of one file often lack properties of others: no warning.
  if (empty.length > 0 && source.kind !== 'geojson')
    warnings.push({
      code: 'columns-ignored',
      params: { columns: empty.join(', ').slice(0, limits.processing.maxListedChars) },
    })
  const [only, ...others] = columns
  const delimiter = only && others.length === 0 && source.dialect ? delimiterIn(only.originalName) : undefined
  if (only && delimiter)
    warnings.push({ code: 'file-single-column', params: { header: excerptOf(only.originalName), delimiter } })
  if (unnamed.length > 0) {
    const positions = unnamed.join(', ').slice(0, limits.processing.maxListedChars)
    warnings.push({ code: 'columns-unnamed', params: { positions } })
  }
  if (count > 0) warnings.push({ code: 'characters-replaced', params: { count, encoding: source.encoding } })
  if (escapes) warnings.push({ code: 'escapes-replaced', params: escapes })
  return warnings
}

/** The file that was read: the uploaded one, or the text it was converted to. */
function fileRead(original: StoredFile, source: FileReading, schema: DetectedField[]): AnalyzedFile {
  const { object, size, name } = source
  const facts = { ...fileFacts(source, schema), object, size, name }
  if (object === original.object) return { ...original, ...facts }
  const mimetype = kindOf(name)?.mimetype ?? original.mimetype
  return { ...facts, mimetype, updatedAt: original.updatedAt }
}

function fileFacts({ dialect, encoding }: FileReading, schema: DetectedField[]) {
  if (!dialect) return { encoding, schema }
  const { linesDelimiter, delimiter: fieldsDelimiter, escapeChar, quote } = dialect
  return { encoding, schema, props: { linesDelimiter, fieldsDelimiter, escapeChar, quote } }
}
