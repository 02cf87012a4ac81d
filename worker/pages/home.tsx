import type { Context } from '../context'
import { listDatasets } from '../datasets'
import { Layout } from './layout'
import { say } from './messages'

const pageSize = 20

type Shown = { id: string; title: string; summary?: string; count?: number; finalizedAt?: string }

/** The catalogue. */
export async function HomePage({ ctx, q, page }: { ctx: Context; q: string; page: number }) {
  const { baseUrl, language } = ctx
  const listed = await listDatasets(ctx, { size: String(pageSize), page: String(page), ...(q ? { q } : {}) })
  // Built by `present`, whose keys these are.
  const results = listed.results as Shown[]
  const count = Number(listed.count)
  const number = new Intl.NumberFormat(language)
  const date = new Intl.DateTimeFormat(language, { dateStyle: 'medium' })
  const address = (to: number) => `${baseUrl}/?${new URLSearchParams({ ...(q ? { q } : {}), page: String(to) })}`
  return (
    <Layout title={say(language, 'datasets')} baseUrl={baseUrl} language={language}>
      <h1>{say(language, 'datasets')}</h1>
      <form class="search" action={`${baseUrl}/`}>
        <input type="search" name="q" value={q} aria-label={say(language, 'searchLabel')} />
        <button type="submit">{say(language, 'search')}</button>
      </form>
      {results.length === 0 && (
        <p>
          {q ? say(language, 'noMatch', { q }) : say(language, 'noDataset', { address: `${baseUrl}/api/v1/datasets` })}
        </p>
      )}
      <ul class="cards">
        {results.map((dataset) => (
          <li>
            <h2>
              <a href={`${baseUrl}/dataset/${dataset.id}`}>{dataset.title}</a>
            </h2>
            {dataset.summary && <p>{dataset.summary}</p>}
            <p class="quiet">
              {dataset.count !== undefined && say(language, 'lines', { count: number.format(dataset.count) })}
              {dataset.finalizedAt &&
                ` · ${say(language, 'updated', { date: date.format(new Date(dataset.finalizedAt)) })}`}
            </p>
          </li>
        ))}
      </ul>
      <p>
        {page > 1 && <a href={address(page - 1)}>{say(language, 'previous')}</a>}{' '}
        {page * pageSize < count && <a href={address(page + 1)}>{say(language, 'next')}</a>}
      </p>
    </Layout>
  )
}
