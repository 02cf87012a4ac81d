import type { Dataset } from '../../datasets'
import type { ProfiledLines } from '../../datasets/lines-api'
import { attachmentDisposition } from '../../http/content-disposition'
import { freshnessOf } from '../dataset/freshness'
import { fieldsOf } from '../fields'
import type { View } from '../view'
import { datasetSummary } from './summary'

/** The statistics of a dataset as a JSON file. */
export function sendStatistics(
  view: View,
  dataset: Dataset,
  { statistics, total }: Pick<ProfiledLines, 'statistics'> & Partial<ProfiledLines>,
): Response {
  const { changedAt, isLate } = freshnessOf(dataset, view.ctx.now())
  const { id, slug, metadata } = dataset
  const document = {
    dataset: { id, title: metadata.title, href: `${view.baseUrl}/dataset/${id}` },
    dataUpdatedAt: changedAt,
    ...(metadata.frequency ? { frequency: metadata.frequency, isLate } : {}),
    ...datasetSummary(fieldsOf(view, dataset), statistics, total),
  }
  return new Response(JSON.stringify(document), {
    headers: {
      'content-type': 'application/json; charset=UTF-8',
      'content-disposition': attachmentDisposition(`${slug}-statistics.json`),
      'cache-control': 'private, no-cache',
      vary: 'cookie, accept-language',
    },
  })
}
