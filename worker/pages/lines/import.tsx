import type { Dataset } from '../../datasets'
import { limits } from '../../limits'
import { Layout } from '../layout'
import type { View } from '../view'
import { refusalsByField } from './values'

/** The response of `_bulk_lines`: its summary, or a problem. */
export type ImportAnswer = {
  nbOk?: number
  nbCreated?: number
  nbModified?: number
  nbDeleted?: number
  nbErrors?: number
  errors?: { line: number; error: string }[]
  detail?: string
}

/** The import of a file of lines, with the result of the last one and the rejected lines. */
export function ImportPage({ view, dataset, result }: { view: View; dataset: Dataset; result?: ImportAnswer }) {
  const { say, baseUrl } = view
  const address = `${baseUrl}/dataset/${dataset.id}`
  const errors = result?.errors ?? []
  const textOf = (error: string) =>
    [...refusalsByField(view, error, dataset.published.schema)]
      .map(([key, text]) => (key ? `${key}: ${text}` : text))
      .join(', ')
  return (
    <Layout view={view} title={say('importLines')} islands={['swap']} current="datasets">
      <div class="form upload">
        <p class="eyebrow">
          <a href={`${address}/table`}>{dataset.metadata.title}</a>
        </p>
        <h1>{say('importLines')}</h1>
        <p class="lead">{say('importHelp')}</p>
        {result?.nbOk !== undefined && (
          <p class={errors.length > 0 ? 'notice danger' : 'notice'} role="status">
            {say('imported', { count: result.nbOk, refused: result.nbErrors ?? 0 })}
            <a href={`${address}/table`}>{say('tab:table')}</a>
          </p>
        )}
        {result?.nbOk === undefined && result?.detail && (
          <p class="notice danger" role="alert">
            {result.detail}
          </p>
        )}
        {errors.length > 0 && (
          <table class="figures">
            <thead>
              <tr>
                <th scope="col" class="number">
                  {say('line')}
                </th>
                <th scope="col">{say('refusal')}</th>
              </tr>
            </thead>
            <tbody>
              {errors.slice(0, limits.pages.importErrors).map(({ line, error }) => (
                <tr>
                  <td class="number">{view.number(line)}</td>
                  <td>{textOf(error)}</td>
                </tr>
              ))}
            </tbody>
          </table>
        )}
        <form method="post" action={`${address}/import`} enctype="multipart/form-data">
          <label class="drop">
            <strong>{say('importFile')}</strong>
            <span class="quiet">
              {say('importKinds', {
                fields: dataset.published.schema
                  .map(({ key }) => key)
                  .slice(0, 12)
                  .join(', '),
              })}
            </span>
            <input type="file" name="actions" required />
          </label>
          <p class="button-row">
            <button class="primary" type="submit">
              {say('importLines')}
            </button>
            <a class="button" href={`${address}/table`}>
              {say('cancel')}
            </a>
          </p>
        </form>
      </div>
    </Layout>
  )
}
