/** Files whose lines are in segments, in segmentBindings databases of a few hundred kB. */
import { env } from 'cloudflare:workers'
import { readDataset } from '../../worker/datasets'
import { Pipeline } from './pipeline'

export const segmentBindings = { LINES_1: env.SPARE_LINES_1, LINES_2: env.SPARE_LINES_2 }
const databases = [env.LINES_0, env.SPARE_LINES_1, env.SPARE_LINES_2]
export const maxBytes = '150000'
export const vars = { ...segmentBindings, LINES_DATABASE_BYTES: maxBytes }

export const lineCount = 1_500
export const csv = `name,n\n${Array.from({ length: lineCount }, (_, at) => `quay number ${at} of the town,${at}\n`).join('')}`

/** A pipeline with segmentBindings databases that are full at 150 kB, or with one that is never full. */
export const pipelineOf = (bindings: Record<string, D1Database | string> = vars) => new Pipeline(bindings)

export async function publish(pipeline: Pipeline, content = csv): Promise<string> {
  const id = await pipeline.create(content, { fileName: content.startsWith('{') ? 'places.geojson' : 'places.csv' })
  await pipeline.settle()
  return id
}

export const pointerOf = async ({ ctx }: Pipeline, id: string) => {
  const { lines } = (await readDataset(ctx, id)).published
  if (!lines) throw new Error('the dataset has no lines')
  return lines
}

/** The numbers of the lines in the tables of a dataset, database after database. */
export async function storedLines(pipeline: Pipeline, id: string): Promise<number[]> {
  const { run, segments = [] } = await pointerOf(pipeline, id)
  const tables = await Promise.all(
    segments.map(({ shard }) => databases[shard]?.prepare(`select _i from lines_${run} order by _i`).raw<[number]>()),
  )
  return tables.flatMap((found) => found ?? []).map(([number]) => number)
}

/** The number of lines that the search index of each segment finds. */
export async function indexedLines(pipeline: Pipeline, id: string, word: string): Promise<unknown[]> {
  const { run, segments = [] } = await pointerOf(pipeline, id)
  const text = `select count(*) as n from search_${run} where search_${run} match ?1`
  return Promise.all(segments.map(({ shard }) => databases[shard]?.prepare(text).bind(word).first('n')))
}

export const numbers = (count: number) => Array.from({ length: count }, (_, at) => at + 1)

export async function tableCount(): Promise<number> {
  const counts = await Promise.all(
    databases.map((database) =>
      database.prepare(`select count(*) as n from sqlite_master where name glob 'lines_*'`).first<number>('n'),
    ),
  )
  return counts.reduce<number>((sum, count) => sum + (count ?? 0), 0)
}
