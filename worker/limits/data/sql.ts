/** One statement of D1, within its bounds and those of SQLite (d1/platform/limits, sqlite.org/limits). */
export const sql = {
  /** Arguments of one function call, of 32. */
  maxArguments: 32,
  /** Terms of a compound SELECT, of 5. */
  maxCompoundTerms: 5,
  /** Bound parameters, of 100; the values beyond go into one JSON parameter. */
  maxDirectParameters: 90,
  /** Bound parameters in all (d1/platform/limits). */
  maxParameters: 100,
  /** Terms added in one expression, whose depth is at most 100. */
  maxSumTerms: 40,
  /** Fields observed by one statement: two columns each, of 100. */
  maxObservedFields: 40,
  /** Aggregates that the metrics of one statement need, of 100 columns: the others are the keys and numbers of groups. */
  maxAggregates: 80,
  /** Values of a line that are result columns of their own, of 100; further values are packed into a JSON array. */
  maxResultColumns: 60,
  /** Columns of one JSON array of a row, of which the others are arguments of a function. */
  maxArrayColumns: 32,
} as const
