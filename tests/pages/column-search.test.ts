/** A search of the catalogue finds datasets by their columns. */
import { describe, expect, test } from 'vitest'
import { columnsIn, searchColumns } from '../../worker/db/search-columns'
import { limits } from '../../worker/limits'
import { matchingColumns } from '../../worker/pages/catalogue/matching-columns'
import { keyOf } from '../support/accounts'
import { untilFinalized } from '../support/datasets'
import { ask } from '../support/http'
import { page, published } from './support'

const titlesOf = (html: string) =>
  [...html.matchAll(/<h2><a href="[^"]*\/dataset\/[^"]*">([^<]*)</g)].map(([, title]) => title)
const reasonsOf = (html: string) => [...html.matchAll(/found-by">([^<]*)</g)].map(([, text]) => text)

test('a search finds datasets by the names and descriptions of columns, after titles, and says by which', async () => {
  const key = await keyOf()
  const { id } = await published(key, { title: 'Schools' }, 'Code postal,nb\n22000,1\n')
  await published(key, { title: 'List of postal codes' }, 'a\n1\n')
  await published(key, { title: 'Other' }, 'a\n1\n')
  const found = (await page('/?q=code+postal')).html
  expect(titlesOf(found)).toEqual(['List of postal codes', 'Schools'])
  expect(reasonsOf(found)).toEqual(['Column: Code postal'])
  // A title and a description of a column.
  const { schema } = await ask<{ schema: { key: string }[] }>(`/api/v1/datasets/${id}`, { key })
  const json = {
    schema: schema.map((field) =>
      field.key === 'nb' ? { ...field, title: 'Établissements', description: 'Leur numéro **SIRET**' } : field,
    ),
  }
  await ask(`/api/v1/datasets/${id}`, { key, method: 'PATCH', json })
  await untilFinalized(id, key)
  expect(reasonsOf((await page('/?q=siret')).html)).toEqual(['Column: Établissements'])
  expect(titlesOf((await page('/?q=etablissements')).html)).toEqual(['Schools'])
  // Another description of the dataset keeps the columns.
  await ask(`/api/v1/datasets/${id}`, { key, method: 'PATCH', json: { title: 'Colleges' } })
  expect(titlesOf((await page('/?q=siret')).html)).toEqual(['Colleges'])
})

describe('the searched texts of columns', () => {
  const owner = { name: 'Ann' }
  test('are bounded, and survive a change of the other texts', () => {
    const columns = Array.from({ length: 2_000 }, (_, at) => ({ key: `column_${at}`, type: 'string' as const }))
    const { searchText } = searchColumns({ title: 'A\u001fb' }, owner, columns)
    expect(columnsIn(searchText).length).toBeLessThanOrEqual(limits.search.columnChars + 1)
    expect(columnsIn(searchText)).toContain('column_0')
    expect(columnsIn(searchColumns({ title: 'A\u001fb' }, owner).searchText)).toBe('')
  })

  test.each([
    ['siret', ['N° SIRET']],
    ['"code postal"', ['Code postal']],
    ['code siret', ['N° SIRET', 'Code postal']],
    ['schools', []],
    ['schools postal', ['Code postal']],
    ['-siret', []],
  ])('%s is found in %j', (q, names) => {
    const columns = [
      { key: 'siret', title: 'N° SIRET', type: 'string' as const },
      { key: 'code_postal', 'x-originalName': 'Code postal', type: 'string' as const },
    ]
    expect(matchingColumns(q, { title: 'Schools' }, columns)).toEqual(names)
  })
})
