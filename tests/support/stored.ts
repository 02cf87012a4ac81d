/** The contents of the stores, read without the API. */
import { env } from 'cloudflare:workers'
import { forgetDataset } from '../../worker/datasets'

export async function rows<Row = Record<string, unknown>>(sql: string, ...values: unknown[]): Promise<Row[]> {
  return (
    await env.DB.prepare(sql)
      .bind(...values)
      .all<Row>()
  ).results
}

/** Merges into a stored description what requests may not write any more. */
export async function storeMetadata(id: string, metadata: object): Promise<void> {
  await env.DB.prepare('update datasets set metadata = json_patch(metadata, ?), version = version + 1 where id = ?')
    .bind(JSON.stringify(metadata), id)
    .run()
  forgetDataset(id)
}

/** Names of the tables of lines, their search indexes and progress tables. */
export async function lineTables(): Promise<string[]> {
  const found = await env.LINES_0.prepare(
    `select name from sqlite_master where type='table' and name glob '*_*' and name not glob '_cf_*' and name not glob 'sqlite_*' and name not glob 'search_*_*'`,
  ).all<{ name: string }>()
  return found.results.map(({ name }) => name).sort()
}

/** Keys of the stored objects. */
export async function objects(): Promise<string[]> {
  return (await env.FILES.list()).objects.map(({ key }) => key).sort()
}

/** Everything that a dataset leaves anywhere, counted. */
export async function leftBehind() {
  const count = async (table: string) => (await rows<{ n: number }>(`select count(*) n from ${table}`))[0]?.n
  return {
    datasets: await count('datasets'),
    runs: await count('runs'),
    journal: await count('journal where log_only = 0'),
    discards: await count('discards'),
    statistics: await count('statistics'),
    previews: await count('previews'),
    objects: (await objects()).length,
    tables: (await lineTables()).length,
  }
}

export const nothing = {
  ...{ datasets: 0, runs: 0, journal: 0, discards: 0 },
  ...{ statistics: 0, previews: 0, objects: 0, tables: 0 },
}
