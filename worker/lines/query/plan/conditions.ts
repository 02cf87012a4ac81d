import { compileSearch } from '../../search/compile-search'
import { fold } from '../../storage/fold-for-sorting'
import { columnOf, foldedColumn } from '../find-column'
import type { Predicate } from '../predicate'
import type { Condition, Filter, Test } from '../request'
import type { LineSource } from '../source'
import { boxPredicate, nearPredicate, relatesPredicate } from './bounding-box'

/** Compiles the filters and conditions of a request to predicates over the columns of a table. */

/** One column filter. A field that the table does not have is NULL in every line. */
export function filterPredicate({ key, not, test }: Filter, source: LineSource, folded = false): Predicate {
  const column = columnOf(source, key)
  const predicate: Predicate = !column
    ? { is: 'never' }
    : folded && !column.multiple
      ? { is: 'test', column: foldedColumn(column), test: foldedTest(test) }
      : { is: 'test', column, test }
  return not ? { is: 'not', of: predicate } : predicate
}

/** A condition, recursively. */
export function predicateOf(condition: Condition, source: LineSource): Predicate {
  switch (condition.is) {
    case 'all':
    case 'any':
      return { is: condition.is, of: condition.of.map((part) => predicateOf(part, source)) }
    case 'not':
      return { is: 'not', of: predicateOf(condition.of, source) }
    case 'filter':
      return filterPredicate(condition.filter, source, condition.folded)
    case 'search':
      return compileSearch(condition.search, source).where
    case 'box':
      return boxPredicate(condition.box, source)
    case 'relates':
      return relatesPredicate(condition, source)
    case 'near':
      return nearPredicate(condition.point, condition.distance, source)
  }
}

function foldedTest(test: Test): Test {
  if (test.op === 'starts' || test.op === 'contains') return { op: test.op, text: fold(test.text) }
  if (test.op === 'pattern') return { op: 'pattern', pattern: fold(test.pattern) }
  return test.op === 'eq' ? { op: 'eq', value: fold(String(test.value)) } : test
}
