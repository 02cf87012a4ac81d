import type { Dataset, Version } from '../../datasets'
import { type ProjectionCode, projectionCodes, projectionTitles } from '../../geometry'
import { type ConceptRole, roleOf } from '../../schema/concepts'
import type { Field } from '../../schema/field'
import type { View } from '../view'

/** The projection that a version of a dataset is read with. */
export const projectionIn = ({ metadata }: Dataset, version: Version): ProjectionCode =>
  metadata.projection?.code ?? version.projection?.code ?? 'EPSG:4326'

const projected: readonly (ConceptRole | undefined)[] = ['coordX', 'coordY', 'geometryProj']

/** The projection that a form chooses; undefined where it is that of the version, or no column has projected coordinates. */
export function chosenProjection(
  form: URLSearchParams,
  dataset: Dataset,
  { version, fields }: { version: Version; fields: readonly Field[] },
): { code: ProjectionCode; title: string } | undefined {
  const code = projectionCodes.find((one) => one === form.get('projection'))
  if (!code || code === projectionIn(dataset, version)) return undefined
  if (!fields.some((field) => projected.includes(roleOf(field['x-refersTo'] ?? '')))) return undefined
  return { code, title: projectionTitles[code] }
}

/** The projection of the coordinates; the styles show it while a column of the form has the concept of some. */
export function ProjectionChoice({ view, chosen }: { view: View; chosen: string }) {
  return (
    <div class="projection-choice">
      <label>
        {view.say('projection')}
        <select name="projection">
          {projectionCodes.map((code) => (
            <option value={code} selected={code === chosen}>
              {projectionTitles[code]} ({code})
            </option>
          ))}
        </select>
      </label>
    </div>
  )
}
