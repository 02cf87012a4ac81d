/** The call of each dataset route in `visible-lines.test.ts`. */

import { type ExportFormat, exportFormats } from '../../worker/datasets/ods-api/export'
import { formats } from '../../worker/lines/query/request'

/**
 * Addresses of a route. `{id}` is the dataset, `{word}` the word that the lines of each account hold in turn, `{hex}` the
 * address of their picture, `{attachment}` the path of their attachment.
 */
export type Calls = {
  addresses: string[]
  /**
   * `lines`: returns the lines that the caller reads, and 401 to anonymous callers. `description`: returns metadata, with values of
   * lines only to callers who read all of them. `nothing`: never returns data of lines.
   */
  shows: 'lines' | 'description' | 'nothing'
}

const dataset = '/api/v1/datasets/:id'
const api = '/api/v1/datasets/{id}'
const nothing = (...addresses: string[]): Calls[] => [{ addresses, shows: 'nothing' }]
const description = (...addresses: string[]): Calls[] => [{ addresses, shows: 'description' }]
const lines = (...addresses: string[]): Calls[] => [{ addresses, shows: 'lines' }]
const anyWord = 'q=quince%20medlar%20sorrel'

const odsRecords = (base: string) =>
  lines(
    `${base}/records`,
    `${base}/records?select=name,n`,
    `${base}/records?select=max(n)%20as%20most,min(n)%20as%20least`,
    `${base}/records?group_by=name&select=count(*)%20as%20lines`,
    `${base}/records?where=n%3E0&order_by=-n`,
    `${base}/records?where=n%3E0%20or%20name%20like%20%22sorrel%22&refine=kind:fruit`,
  )
const odsExports = (base: string) => {
  // The keys of an object literal are exactly its type's keys.
  const names = Object.keys(exportFormats) as ExportFormat[]
  return lines(...names.map((format) => `${base}/exports/${format}`), `${base}/exports/csv?group_by=name`)
}

/** The same addresses with a slash at the end of their path. */
const withSlash = (calls: Calls[]): Calls[] =>
  calls.map((call) => ({ ...call, addresses: call.addresses.map((address) => address.replace(/(?=\?|$)/, '/')) }))

/** Of the three addresses of this API; each may end with a slash. */
const odsRoutes = Object.fromEntries(
  [`${api}/compat-ods`, ...['v2.0', 'v2.1'].map((version) => `/api/v1/compat-ods/${version}/catalog/datasets/{id}`)]
    .map((base) => [`GET ${base.replace('{id}', ':id')}`, base] as const)
    .flatMap(([route, base]): [string, Calls[]][] => [
      [`${route}/records`, odsRecords(base)],
      [`${route}/records/`, withSlash(odsRecords(base))],
      [`${route}/exports/:format`, odsExports(base)],
      [`${route}/exports/:format/`, withSlash(odsExports(base))],
    ]),
)

export const routes: Record<string, Calls[]> = {
  [`GET ${dataset}/lines`]: lines(
    ...formats.map((format) => `${api}/lines?size=100&xyz=0,0,0&select=name,n,_geopoint&format=${format}`),
    `${api}/lines`,
    `${api}/lines?format=csv&size=1000000`,
    `${api}/lines?size=1`,
    `${api}/lines?size=2&page=2`,
    `${api}/lines?sort=-n`,
    `${api}/lines?collapse=name`,
    `${api}/lines?${anyWord}`,
    `${api}/lines?${anyWord}&sort=_score&highlight=note`,
    `${api}/lines?qs=n:%3E0`,
    `${api}/lines?bbox=-10,-10,10,10`,
    `${api}/lines?thumbnail=true`,
  ),
  [`GET ${dataset}/geo_agg`]: lines(`${api}/geo_agg?size=12`, `${api}/geo_agg?size=12&bbox=-10,-10,10,10`),
  [`GET ${dataset}/words_agg`]: lines(`${api}/words_agg?field=note`, `${api}/words_agg?field=note&q=jam`),
  [`GET ${dataset}/values_agg`]: lines(
    `${api}/values_agg?field=name`,
    `${api}/values_agg?field=kind&size=12`,
    `${api}/values_agg?field=kind&metric=max&metric_field=n`,
  ),
  [`GET ${dataset}/values/:field`]: lines(`${api}/values/name`, `${api}/values/note?q=jam`),
  [`GET ${dataset}/values-labels/:field`]: lines(`${api}/values-labels/name`),
  [`GET ${dataset}/metric_agg`]: lines(
    `${api}/metric_agg?metric=max&field=n`,
    `${api}/metric_agg?metric=percentiles&field=n`,
    `${api}/metric_agg?metric=stats&field=n`,
  ),
  [`GET ${dataset}/simple_metrics_agg`]: lines(`${api}/simple_metrics_agg?fields=n`),
  [`GET ${dataset}/min/:field`]: lines(`${api}/min/n`),
  [`GET ${dataset}/max/:field`]: lines(`${api}/max/n`),
  ...odsRoutes,
  [`GET ${dataset}/attachments/:path{.+}`]: lines(`${api}/attachments/{attachment}`),
  [`GET ${dataset}/thumbnail/:thumbId`]: lines(`${api}/thumbnail/{hex}`),
  [`GET ${dataset}`]: description(api, `${api}?raw=true`, `${api}?draft=true`),
  [`GET ${dataset}/schema`]: description(`${api}/schema`, `${api}/schema?mimeType=application/schema%2Bjson`),
  [`GET ${dataset}/safe-schema`]: nothing(`${api}/safe-schema`),
  [`GET ${dataset}/api-docs.json`]: nothing(`${api}/api-docs.json`),
  [`GET ${dataset}/private-api-docs.json`]: nothing(`${api}/private-api-docs.json`),
  [`GET ${dataset}/attachments`]: nothing(`${api}/attachments`),
  [`GET ${dataset}/convert`]: nothing(`${api}/convert`),
  [`GET ${dataset}/full`]: nothing(`${api}/full`),
  [`GET ${dataset}/raw`]: nothing(`${api}/raw`),
  [`GET ${dataset}/data.parquet`]: nothing(`${api}/data.parquet`),
  [`GET ${dataset}/file-versions`]: nothing(`${api}/file-versions`),
  [`GET ${dataset}/file-versions/:version/raw`]: nothing(`${api}/file-versions/none/raw`),
  [`GET ${dataset}/data-files`]: nothing(`${api}/data-files`),
  [`GET ${dataset}/data-files/:name`]: nothing(`${api}/data-files/places.csv`),
  [`GET ${dataset}/thumbnail`]: nothing(`${api}/thumbnail`),
  [`GET ${dataset}/metadata-attachments/:name`]: nothing(`${api}/metadata-attachments/places.csv`),
  [`GET ${dataset}/metadata-settings`]: nothing(`${api}/metadata-settings`),
  [`GET ${dataset}/feed.atom`]: nothing(`${api}/feed.atom`),
  [`GET ${dataset}/journal`]: nothing(`${api}/journal`),
  [`GET ${dataset}/task-progress`]: nothing(`${api}/task-progress`),
  [`GET ${dataset}/permissions`]: nothing(`${api}/permissions`),
  [`GET ${dataset}/read-api-key`]: nothing(`${api}/read-api-key`),
  [`GET ${dataset}/links`]: nothing(`${api}/links`),
  [`GET ${dataset}/_diagnose`]: nothing(`${api}/_diagnose`),
  [`GET ${dataset}/master-data/single-searchs/:searchId`]: nothing(`${api}/master-data/single-searchs/names`),
  [`GET ${dataset}/validation-diagnostic.csv`]: nothing(`${api}/validation-diagnostic.csv`),
  [`GET ${dataset}/cancelled-draft-diagnostic.csv`]: nothing(`${api}/cancelled-draft-diagnostic.csv`),
  // Lines of editable datasets: a virtual dataset has none.
  [`GET ${dataset}/lines/:lineId`]: nothing(`${api}/lines/{word}`),
  [`GET ${dataset}/lines/:lineId/revisions`]: nothing(`${api}/lines/{word}/revisions`),
  [`GET ${dataset}/revisions`]: nothing(`${api}/revisions`),
  [`GET ${dataset}/deletions`]: nothing(`${api}/deletions`),
  [`GET ${dataset}/own/:owner/lines`]: nothing(`${api}/own/organization:town/lines`),
  [`GET ${dataset}/own/:owner/lines/:lineId`]: nothing(`${api}/own/organization:town/lines/{word}`),
  [`GET ${dataset}/own/:owner/lines/:lineId/revisions`]: nothing(`${api}/own/organization:town/lines/{word}/revisions`),
  [`GET ${dataset}/own/:owner/revisions`]: nothing(`${api}/own/organization:town/revisions`),
  // Pages.
  'GET /dataset/:id': nothing('/dataset/{id}'),
  'GET /dataset/:id/datapackage.json': nothing('/dataset/{id}/datapackage.json'),
  'GET /dataset/:id/preview.svg': nothing('/dataset/{id}/preview.svg'),
  'GET /dataset/:id/citation.bib': nothing('/dataset/{id}/citation.bib'),
  'GET /dataset/:id/citation.ris': nothing('/dataset/{id}/citation.ris'),
  'GET /dataset/:id/schema': nothing('/dataset/{id}/schema'),
  'GET /dataset/:id/api': nothing('/dataset/{id}/api'),
  'GET /dataset/:id/api-docs': nothing('/dataset/{id}/api-docs'),
  'GET /embed/dataset/:id/api-docs': nothing('/embed/dataset/{id}/api-docs'),
  'GET /dataset/:id/journal': nothing('/dataset/{id}/journal'),
  'GET /dataset/:id/file-versions/:version/:action': nothing('/dataset/{id}/file-versions/none/restore'),
  'GET /dataset/:id/edit': nothing('/dataset/{id}/edit'),
  'GET /dataset/:id/add-column': nothing('/dataset/{id}/add-column'),
  'GET /dataset/:id/reference-data': nothing('/dataset/{id}/reference-data'),
  'GET /dataset/:id/transfer': nothing('/dataset/{id}/transfer'),
  'GET /dataset/:id/delete': nothing('/dataset/{id}/delete'),
  'GET /dataset/:id/import': nothing('/dataset/{id}/import'),
  'GET /dataset/:id/edit-data': nothing('/dataset/{id}/edit-data'),
  'GET /dataset/:id/history': nothing('/dataset/{id}/history'),
  'GET /dataset/:id/replace': nothing('/dataset/{id}/replace'),
  'GET /dataset/:id/review': nothing('/dataset/{id}/review'),
  'GET /dataset/:id/:tab{(?:table|map|charts|files)}': [
    ...lines(...['table', 'charts', 'files'].map((tab) => `/dataset/{id}/${tab}`)),
    ...description('/dataset/{id}/map'),
  ],
  'GET /dataset/:id/:file{table\\.(?:csv|json|xlsx|ods|geojson)}': lines(
    ...['csv', 'json', 'xlsx', 'ods', 'geojson'].map((format) => `/dataset/{id}/table.${format}`),
  ),
  'GET /dataset/:id/:file{statistics(?:\\.json)?}': lines('/dataset/{id}/statistics', '/dataset/{id}/statistics.json'),
  'GET /dataset/:id/:file{charts\\.(?:svg|csv)}': lines(
    '/dataset/{id}/charts.svg?field=name',
    '/dataset/{id}/charts.csv?field=name',
  ),
  'GET /embed/dataset/:id/:part{(?:table-edit|form|journal|publication-sites)}': [
    ...lines('/embed/dataset/{id}/table-edit', '/embed/dataset/{id}/table-edit?sort=-n'),
    ...nothing(...['form', 'journal', 'publication-sites'].map((part) => `/embed/dataset/{id}/${part}`)),
  ],
  'GET /embed/dataset/:id/:part{(?:table|map|map-bounds|charts|search-files|thumbnails|download|fields)}': description(
    ...['table', 'map', 'map-bounds', 'charts', 'search-files', 'thumbnails', 'download', 'fields'].map(
      (part) => `/embed/dataset/{id}/${part}`,
    ),
  ),
}
