/** Calls with more values than a function takes: they would be ignored. Pure. */
import type { Reason } from '../../errors'
import { nodesOf } from './names'
import { parseExpression } from './parse'

/** The values that functions take at most, by their names in small letters; the others take any number. */
const most: ReadonlyMap<string, number> = new Map(
  Object.entries({
    ...{
      upper: 1,
      lower: 1,
      trim: 1,
      title: 1,
      phrase: 1,
      pad_left: 3,
      pad_right: 3,
      substring: 3,
      replace: 3,
      extract: 3,
    },
    ...{ slug: 2, strpos: 2, split: 2, join: 2, transform_date: 5, year: 1, month: 1, day: 1, days: 2 },
    ...{ truthy: 1, defined: 1, json_parse: 1, get: 3, if: 3, map: 2, filter: 2, fold: 3, indexof: 2, contains: 2 },
    ...{ length: 1, abs: 1, ceil: 1, floor: 1, round: 2, trunc: 1, sign: 1, sqrt: 1, ln: 1, exp: 1, log10: 1 },
    ...{ pow: 2, roundto: 2 },
  }),
)

/** Why a call has values that its function would ignore; undefined without any. @throws ExpressionError when it cannot be read */
export function ignoredValues(expression: string): Reason | undefined {
  const nodes = nodesOf(parseExpression(expression))
  const own = new Set(nodes.flatMap((node) => (node.type === 'define' ? [node.name] : [])))
  for (const node of nodes) {
    if (node.type !== 'call' || node.callee.type !== 'name' || own.has(node.callee.name)) continue
    const { name } = node.callee
    const known = most.get(name.toLowerCase())
    const { length } = node.args
    if (known === undefined || length <= known) continue
    return known === 1
      ? { en: `${name} takes one value, not ${length}`, fr: `${name} prend une seule valeur, pas ${length}` }
      : {
          en: `${name} takes ${known} values at most, not ${length}`,
          fr: `${name} prend ${known} valeurs au plus, pas ${length}`,
        }
  }
  return undefined
}
