/** Columns of a dataset and their statistics, as the charts read them. Pure. */

import type { Column } from '../../applications/shared/charting/column'
import type { Facts } from '../../applications/shared/charting/first-chart'
import { limits } from '../limits'
import { capable } from '../schema/capabilities'
import { conceptOf, roleOf } from '../schema/concepts'
import { type Field, nameOf } from '../schema/field'
import { labelsOfValues } from '../schema/own-value'
import type { FieldStatistics } from '../schema/profile/field-statistics'

export function chartColumn(field: Field): Column {
  const refersTo = field['x-refersTo']
  const concept = refersTo ? conceptOf(refersTo)?.id : undefined
  return {
    key: field.key,
    name: nameOf(field),
    type: field.type,
    labels: labelsOfValues(field['x-labels']),
    isCalculated: field['x-calculated'] === true,
    ...(field.format ? { format: field.format } : {}),
    ...(refersTo ? { refersTo } : {}),
    ...(concept ? { concept } : {}),
    ...(field.separator ? { separator: field.separator } : {}),
  }
}

export function columnFacts(statistics: FieldStatistics | undefined): Facts | undefined {
  if (!statistics) return undefined
  const { filled, empty, cardinality: distinct, min, max, frequent } = statistics
  const isMost = (has: (value: string) => boolean) =>
    frequent.filter(([value]) => has(value)).length > frequent.length / 2
  return {
    ...{ filled, empty, distinct },
    hasDigits: isMost((value) => /\d/.test(value)),
    isUniform: isUniform(statistics),
    isLong: isMost((value) => value.length > limits.pages.groupNameChars),
    ...(min === undefined ? {} : { min }),
    ...(max === undefined ? {} : { max }),
  }
}

/** The rows of a value from which an equal number of all values is not a coincidence: a month for each of a year. */
const uniformRows = 12

/** Whether several values, all of them known, have the same number of rows. */
function isUniform({ frequent, cardinality, cardinalityExact, empty }: FieldStatistics): boolean {
  const [first] = frequent
  if (!first || empty > 0 || !cardinalityExact || cardinality < 2 || frequent.length < cardinality) return false
  return first[1] >= uniformRows && frequent.every(([, count]) => count === first[1])
}

const mappedRoles: ReadonlySet<string | undefined> = new Set(['geometry', 'geometryProj', 'latLon'])

/** Whether the values of a field are geometries or positions. */
export const isCoordinateOrShape = (field: Field): boolean => mappedRoles.has(roleOf(field['x-refersTo'] ?? ''))

/** Fields that rows can be grouped by. */
export function groupable(fields: readonly Field[]): Field[] {
  return fields.filter(
    (field) =>
      !field['x-calculated'] && capable(field, 'values') && field.type !== 'object' && !isCoordinateOrShape(field),
  )
}
