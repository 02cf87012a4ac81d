/** The reference data of a request, to store. Pure. */
import { problem, type Reason } from '../../errors'
import { withCalculated } from '../../schema/calculated'
import type { Field } from '../../schema/field'
import { titleSlug } from '../../schema/keys/slug'
import { intervalOf } from './bulk-inputs'
import type { MasterData, SearchInput } from './definition'

/**
 * Gives each search an id, the slug of its title by default.
 *
 * @param fields of the dataset
 * @throws `body-invalid` for a column that does not exist, an id twice
 */
export function checkedMasterData(sent: MasterData, fields: readonly Field[]): MasterData {
  const all = withCalculated(fields, 'file')
  const keys = new Set(all.map(({ key }) => key))
  const refused = (reason: Reason) => problem('body-invalid', { reason })
  const known = (key: string) => {
    if (!keys.has(key)) {
      throw refused({
        en: `"masterData" names the column "${key}", which does not exist`,
        fr: `"masterData" nomme la colonne "${key}", qui n'existe pas`,
      })
    }
  }
  const identified = <Search extends { id?: string | undefined; title: string }>(searches: readonly Search[]) => {
    const ids = new Set<string>()
    return searches.map((search) => {
      const id = search.id ?? titleSlug(search.title)
      if (id === '' || ids.has(id)) {
        throw refused({
          en: `"masterData" needs one "id" for each search: "${search.title}"`,
          fr: `"masterData" demande un "id" par recherche : "${search.title}"`,
        })
      }
      ids.add(id)
      return { ...search, id }
    })
  }
  const checkInput = (input: SearchInput) => {
    if (input.type === 'equals') known(input.property.key)
    else if (input.type === 'geo-distance') known('_geopoint')
    else if (!intervalOf(fields)) {
      throw refused({
        en: '"date-in-interval" needs columns with the concepts startDate and endDate',
        fr: '"date-in-interval" demande des colonnes avec les concepts startDate et endDate',
      })
    }
  }
  for (const { input } of sent.bulkSearchs ?? []) for (const one of input) checkInput(one)
  for (const { output, label } of sent.singleSearchs ?? []) for (const one of [output, label]) if (one) known(one.key)
  return {
    ...sent,
    ...(sent.bulkSearchs ? { bulkSearchs: identified(sent.bulkSearchs) } : {}),
    ...(sent.singleSearchs ? { singleSearchs: identified(sent.singleSearchs) } : {}),
  }
}
