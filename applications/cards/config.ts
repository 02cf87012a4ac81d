/** The configuration of cards. Pure. */
import { type Dataset, type Field, fieldAt, hasRole, isReadable } from '../shared/application'
import { type Json, listOf, objectOf, wholeOf } from '../shared/json'

export type CardsConfig = {
  title: Field
  subtitle: Field | undefined
  text: Field | undefined
  picture: Field | undefined
  /** Columns of a card, and of the detail of a row. */
  fields: Field[]
  details: Field[]
  facets: Field[]
  /** Parameter `sort` of the API; the order of the dataset when it is empty. */
  sort: string
  /** Cards on a page. */
  size: number
  hasSearch: boolean
}

/** Number of columns on a card, without a configuration. */
const usualFields = 3

/** The title is missing where the dataset has no columns. */
export function cardsOf(configuration: Json, dataset: Dataset): CardsConfig | undefined {
  const [data, display] = [objectOf(configuration.data), objectOf(configuration.display)]
  const own = dataset.fields.filter(({ isCalculated, key }) => !isCalculated && !key.startsWith('_'))
  const columns = (name: string) => listOf(data[name]).flatMap((one) => fieldAt(dataset, one) ?? [])
  const withRole = (role: string) => own.find((field) => hasRole(field, role))
  const title = fieldAt(dataset, data.title) ?? withRole('label') ?? own.find(({ type }) => type === 'string') ?? own[0]
  if (!title) return undefined
  const picture = fieldAt(dataset, data.picture) ?? withRole('image')
  const [subtitle, text] = [fieldAt(dataset, data.subtitle), fieldAt(dataset, data.text) ?? withRole('description')]
  const [chosen, chosenFields] = [columns('details'), columns('fields')]
  const usual = own.filter((field) => field !== title && field !== picture && isReadable(field)).slice(0, usualFields)
  const isBare = !subtitle && !text && chosenFields.length === 0
  const sort = fieldAt(dataset, data.sort)
  return {
    title,
    subtitle,
    text,
    picture,
    fields: isBare ? usual : chosenFields,
    details: (chosen.length > 0 ? chosen : own).filter((field) => field !== title && field !== picture),
    facets: columns('facets'),
    sort: sort ? `${data.descending === true ? '-' : ''}${sort.key}` : '',
    size: wholeOf(data.size, 12, 4, 60),
    hasSearch: display.search !== false,
  }
}
