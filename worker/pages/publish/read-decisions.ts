import type { Dataset, Version } from '../../datasets'
import { inOrderOf } from '../../schema/keys/renamed-columns'
import type { MessageKey } from '../messages'
import type { View } from '../view'
import { isBreaking } from './changes'
import { areTreated, checkTypes, withTypes } from './check-types'
import { correctedSchema } from './corrections'
import { chosenProjection } from './projection'
import { candidatesOf, chosenRenames, renamedVersion, withoutGiven } from './renames'

/** What the form of a review decides about the columns of a draft, as `POST …/draft` takes it, or why it is not complete. */
export async function decisionsOf(
  view: View,
  dataset: Dataset,
  { draft, form }: { draft: Version; form: URLSearchParams },
): Promise<{ refused: MessageKey } | { decided: object }> {
  const { renamed, isRepeated } = chosenRenames(form, candidatesOf(dataset, draft))
  if (isRepeated) return { refused: 'renamedTwice' }
  const version = renamedVersion(dataset, draft, renamed)
  const corrected = correctedSchema(version, withoutGiven(form, draft, renamed))
  const { fields, retyped } = await checkTypes({ view, dataset, version, corrected, isDraft: true, form, renamed })
  if (!areTreated(retyped, form)) return { refused: 'chooseInvalid' }
  if (!form.has('anyway') && isBreaking(dataset, withTypes(version, fields))) return { refused: 'publishAnywayMissing' }
  const isRenamed = renamed.length > 0
  const schema = isRenamed ? inOrderOf(dataset.published.schema, fields) : fields
  const projection = chosenProjection(form, dataset, { version, fields: schema })
  const decided = { schema, ...(isRenamed ? { renamedColumns: renamed } : {}), ...(projection ? { projection } : {}) }
  return { decided }
}
