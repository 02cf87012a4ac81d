import { isMeasure } from '../../../applications/shared/charting/column'
import { type Dataset, hasLines, lineCount, readStatistics } from '../../datasets'
import { limits } from '../../limits'
import { anyoneCan } from '../../permissions'
import { chartColumn } from '../../previews/chart-column'
import { CopyButton } from '../components/copy-button'
import { fieldsOf } from '../fields'
import type { View } from '../view'
import { DatasetFrame } from './frame'
import { snippet, snippetLanguages, snippetNames } from './snippets'
import { type DataSource, powerQueryType, toolCode, toolNames, toolsFor } from './snippets-of-tools'

/** The API tab: example requests, and the API documentation. */
export async function ApiTab({ view, dataset }: { view: View; dataset: Dataset }) {
  const { say, baseUrl } = view
  const codes = await codesOf(view, dataset)
  const api = `${baseUrl}/api/v1/datasets/${dataset.id}`
  const needsKey = !anyoneCan('readLines', dataset.permissions)
  return (
    <DatasetFrame view={view} dataset={dataset} tab="api" ownStyles="api-tab.css" islands={['swap', 'copy']}>
      {hasLines(dataset, dataset.published) && (
        <section>
          <h2>{say('useData')}</h2>
          <p>
            {say('useDataText')} {needsKey && say('apiKeyNeeded')}
          </p>
          <Tools view={view} source={sourceOf(view, dataset, { api, needsKey, codes })} />
        </section>
      )}
      <section>
        <h2>{say('apiQuery')}</h2>
        <p>
          {say('apiText')} {needsKey && say('apiKeyNeeded')}
        </p>
        {hasLines(dataset, dataset.published) &&
          examplesOf(view, dataset, api).map(({ title, url }) => (
            <article class="example">
              <h3>{title}</h3>
              <Snippets view={view} url={url} needsKey={needsKey} />
            </article>
          ))}
      </section>
      <section>
        <h2>{say('apiDescription')}</h2>
        <p>{say('apiDescriptionText')}</p>
        <p class="button-row">
          <a class="button primary" href={`${baseUrl}/dataset/${dataset.id}/api-docs`}>
            {say('apiInteractive')}
          </a>
          <a class="button" href={`${api}/api-docs.json`}>
            OpenAPI 3.1 (JSON)
          </a>
        </p>
        <table class="operations">
          <thead>
            <tr>
              <th scope="col">{say('request')}</th>
              <th scope="col">{say('answer')}</th>
            </tr>
          </thead>
          <tbody>
            {operations.map(([path, message]) => (
              <tr>
                <td>
                  <code>GET {path}</code>
                </td>
                <td>{say(message)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </section>
    </DatasetFrame>
  )
}

const operations = [
  ['/lines', 'op:lines'],
  ['/lines?format=csv', 'op:csv'],
  ['/values_agg', 'op:values_agg'],
  ['/values/{field}', 'op:values'],
  ['/metric_agg', 'op:metric_agg'],
  ['/schema', 'op:schema'],
  ['/raw', 'op:raw'],
] as const

function Snippets({ view, url, needsKey }: { view: View; url: string; needsKey: boolean }) {
  const codes = snippetLanguages.map((language) => ({
    name: snippetNames[language],
    code: snippet(language, url, needsKey),
  }))
  return <Codes view={view} group={url} codes={codes} />
}

function Tools({ view, source }: { view: View; source: DataSource }) {
  const codes = toolsFor(source).map((tool) => ({ name: toolNames[tool], code: toolCode(tool, source) }))
  return <Codes view={view} group="tools" codes={codes} />
}

/** Codes of which one is open. */
function Codes({ view, group, codes }: { view: View; group: string; codes: { name: string; code: string }[] }) {
  return (
    <div class="snippets">
      {codes.map(({ name, code }, at) => (
        <details name={`code-${group}`} open={at === 0}>
          <summary>{name}</summary>
          <div class="code">
            <pre tabindex={0}>
              <code>{code}</code>
            </pre>
            <CopyButton view={view} />
          </div>
        </details>
      ))}
    </div>
  )
}

/** The headers of text columns with values of digits, as postal codes and numbers of companies: tools read them as numbers. */
async function codesOf(view: View, dataset: Dataset): Promise<string[]> {
  const statistics = await readStatistics(view.ctx, { dataset })
  return fieldsOf(view, dataset)
    .filter((field) => field.type === 'string' && !field.format && !field.separator && !field['x-calculated'])
    .filter(({ key }) => {
      const frequent = statistics.get(key)?.frequent ?? []
      return frequent.some(([value]) => /^\d+$/.test(value))
    })
    .map(({ key, 'x-originalName': name }) => name || key)
}

function sourceOf(
  view: View,
  dataset: Dataset,
  { api, needsKey, codes }: { api: string; needsKey: boolean; codes: readonly string[] },
): DataSource {
  const { metadata, published, nature, id } = dataset
  const { maxSize } = limits.lines
  const count = lineCount(published) ?? 0
  return {
    title: metadata.title,
    csv: `${view.baseUrl}/dataset/${id}/table.csv`,
    lines: `${api}/lines?size=1000`,
    parquet: nature !== 'virtual' && count <= limits.parquet.maxLines ? `${api}/data.parquet` : undefined,
    geojson: published.bbox?.length && count <= maxSize ? `${api}/lines?format=geojson&size=${maxSize}` : undefined,
    needsKey,
    codes,
    typed: fieldsOf(view, dataset).flatMap((field): [string, string][] => {
      const type = field['x-calculated'] || field.separator ? undefined : powerQueryType(field)
      return type ? [[field['x-originalName'] || field.key, type]] : []
    }),
    argumentSeparator: view.language === 'fr' ? ';' : ',',
  }
}

/** Example requests with the fields and values of this dataset. */
function examplesOf(view: View, dataset: Dataset, api: string): { title: string; url: string }[] {
  const { say } = view
  const fields = fieldsOf(view, dataset).filter((field) => !field['x-calculated'])
  const withValues = fields.filter((field) => field.enum?.length && field.type === 'string' && !field.format)
  // Codes and times make poor examples of a word to search.
  const listed =
    withValues.find(({ enum: values }) => !values?.some((value) => /\d/.test(String(value)))) ?? withValues[0]
  const number = fields.find((field) => isMeasure(chartColumn(field)))
  const group = listed ?? fields.find((field) => field.type === 'string' && !field.format)
  const word = /[\p{L}\d]{3,}/u.exec(String(listed?.enum?.[0] ?? ''))?.[0]
  const url = (path: string, params: Record<string, string>) => `${api}/${path}?${new URLSearchParams(params)}`
  return [
    { title: say('example:first'), url: url('lines', { size: '10' }) },
    ...(listed
      ? [
          {
            title: say('example:filter', { field: listed.title || listed['x-originalName'] || listed.key }),
            url: url('lines', { [`${listed.key}_eq`]: String(listed.enum?.[0]), size: '10' }),
          },
        ]
      : []),
    ...(word ? [{ title: say('example:search', { word }), url: url('lines', { q: word, size: '10' }) }] : []),
    ...(group
      ? [
          {
            title: say('example:group', { field: group.title || group['x-originalName'] || group.key }),
            url: url('values_agg', {
              field: group.key,
              ...(number ? { metric: 'avg', metric_field: number.key } : {}),
            }),
          },
        ]
      : []),
  ]
}
