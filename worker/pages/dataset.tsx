import type { Context } from '../context'
import { type Dataset, presentSchema } from '../datasets'
import { openLines, parseLinesQuery, readPage } from '../lines'
import type { Field } from '../schema/field'
import { Layout } from './layout'
import { Markdown } from './markdown'
import { say } from './messages'

const previewLines = 20

/** What a dataset is: its description, its first lines, its fields, how to query it. */
export async function DatasetPage({ ctx, dataset }: { ctx: Context; dataset: Dataset }) {
  const { baseUrl, language } = ctx
  const { published, metadata } = dataset
  const fields = presentSchema(published, language).filter((field) => !field['x-calculated'])
  const lines = published.lines ? await firstLines(ctx, dataset.id) : []
  const number = new Intl.NumberFormat(language)
  const api = `${baseUrl}/api/v1/datasets/${dataset.id}`
  return (
    <Layout title={metadata.title} baseUrl={baseUrl} language={language}>
      <h1>{metadata.title}</h1>
      <p class="quiet">
        {dataset.owner.name}
        {published.lines && ` · ${say(language, 'lines', { count: number.format(published.lines.count) })}`}
        {metadata.license && (
          <>
            {` · ${say(language, 'licence')} `}
            <a href={safeLink(metadata.license.href)}>{metadata.license.title}</a>
          </>
        )}
      </p>
      {metadata.description && <Markdown text={metadata.description} />}
      {published.status === 'error' && <p role="alert">{say(language, 'failed')}</p>}
      {!published.lines && published.status !== 'error' && (
        <p role="status">{say(language, 'processing', { status: published.status })}</p>
      )}
      {published.originalFile && (
        <p>
          <a href={`${api}/raw`}>{say(language, 'original')}</a>{' '}
          <span class="quiet">
            {published.originalFile.name}, {number.format(published.originalFile.size)} B
          </span>
        </p>
      )}
      {lines.length > 0 && <LinesTable fields={fields} lines={lines} title={say(language, 'firstLines')} />}
      {fields.length > 0 && (
        <section>
          <h2>{say(language, 'fields')}</h2>
          <div class="scroll">
            <table>
              <thead>
                <tr>
                  <th scope="col">{say(language, 'field')}</th>
                  <th scope="col">{say(language, 'key')}</th>
                  <th scope="col">{say(language, 'type')}</th>
                  <th scope="col">{say(language, 'values')}</th>
                </tr>
              </thead>
              <tbody>
                {fields.map((field) => (
                  <tr>
                    <td>{nameOf(field)}</td>
                    <td>
                      <code>{field.key}</code>
                    </td>
                    <td>{field.format ?? field.type}</td>
                    <td class="number">{field['x-cardinality'] ?? ''}</td>
                  </tr>
                ))}
              </tbody>
            </table>
          </div>
        </section>
      )}
      <section>
        <h2>{say(language, 'api')}</h2>
        <p>{say(language, 'apiText')}</p>
        <pre>
          <code>curl '{api}/lines?size=10'</code>
        </pre>
      </section>
    </Layout>
  )
}

function LinesTable({ fields, lines, title }: { fields: Field[]; lines: Record<string, unknown>[]; title: string }) {
  return (
    <section>
      <h2>{title}</h2>
      <div class="scroll">
        <table>
          <thead>
            <tr>
              {fields.map((field) => (
                <th scope="col">{nameOf(field)}</th>
              ))}
            </tr>
          </thead>
          <tbody>
            {lines.map((line) => (
              <tr>
                {fields.map((field) => (
                  <td class={typeof line[field.key] === 'number' ? 'number' : ''}>{String(line[field.key] ?? '')}</td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </section>
  )
}

async function firstLines(ctx: Context, id: string): Promise<Record<string, unknown>[]> {
  const opened = await openLines(ctx, { id, draft: false })
  const params = new URLSearchParams({ size: String(previewLines), truncate: '200', count: 'false' })
  const page = await readPage(ctx, opened, parseLinesQuery(params, opened.source.fields))
  // SQLite writes one JSON object per line.
  return JSON.parse(`[${page.lines.join(',')}]`) as Record<string, unknown>[]
}

function nameOf(field: Field): string {
  return field.title || field['x-originalName'] || field.key
}

/** A link that people wrote: only to the web. */
function safeLink(href: string): string {
  return /^https?:\/\//i.test(href) ? href : '#'
}
