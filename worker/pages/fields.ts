import { type Dataset, presentSchema } from '../datasets'
import type { Field } from '../schema/field'
import type { View } from './view'

/** The fields of a dataset for pages: with their concepts, calculated ones last. */
export function fieldsOf({ language }: View, dataset: Dataset): Field[] {
  return presentSchema(dataset, dataset.published, language)
}
