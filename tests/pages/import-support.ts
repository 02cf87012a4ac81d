/** An editable dataset of trees, and the form that imports a file into it. */
import { keyOf, signedIn } from '../support/accounts'
import { createEditable } from '../support/editable'
import { ask, multipart, origin, send } from '../support/http'
import { page } from './support'

export const schema = [
  { key: 'name', type: 'string', 'x-originalName': 'Name of the tree', title: 'Tree' },
  { key: 'height', type: 'number' },
]

export async function trees(said: object = {}) {
  const ann = (await signedIn('ann', [{ organization: 'town', role: 'admin' }])).as('town')
  const { id } = await createEditable(await keyOf(), { schema, title: 'Trees', ...said })
  const rows = async () =>
    (
      await ask<{ results: { name?: string; height?: number }[] }>(`/api/v1/datasets/${id}/lines?sort=name`, {
        headers: ann,
      })
    ).results.map(({ name, height }) => [name, height])
  const post = async (
    file: { name: string; value: string | Uint8Array<ArrayBuffer> },
    {
      mode = 'add',
      errors = '',
      path = `/dataset/${id}/import`,
      language = 'en',
      unknown = '',
      columns = [] as string[][],
      matchBy = [] as string[],
    } = {},
  ) => {
    const { body, headers } = multipart([
      { name: 'rows', value: mode },
      ...(errors ? [{ name: 'rows-with-errors', value: errors }] : []),
      ...matchBy.map((value, at) => ({ name: `match-${at}`, value })),
      ...columns.flatMap(([header = '', key = ''], at) => [
        { name: `header-${at}`, value: header },
        { name: `column-${at}`, value: key },
      ]),
      ...(unknown ? [{ name: 'unknown-columns', value: unknown }] : []),
      { name: 'actions', fileName: file.name, value: file.value },
    ])
    const answer = await send(path, { body, headers: { ...ann, origin, 'accept-language': language, ...headers } })
    const location = answer.headers.get('location')
    // As a browser does after 303.
    const shown = location ? await page(location, { headers: { ...ann, 'accept-language': language } }) : undefined
    return { status: answer.status, location: location ?? '', html: shown?.html ?? (await answer.text()) }
  }
  return { ann, id, rows, post }
}
