/** Full-text search: what a request may ask for, and how large tables are searched. */

export const search = {
  /** Characters of `q`: nobody types more. */
  maxChars: 2_000,
  /** Characters of `qs`: an address has 16 KB at most (workers/platform/limits). Its terms, those of a list included, as Elasticsearch has. */
  maxQueryChars: 16_000,
  maxQueryTerms: 1_024,
  /** Characters of all columns, and of the description of one, by which a search of the catalogue finds a dataset. */
  columnChars: 4_000,
  columnDescriptionChars: 200,
  /** Words of `q` that are matched. */
  maxWords: 50,
  /** Words of `q` beyond which none is compared with whole values: each scans every line of a small table. */
  maxWholeWords: 5,
  /** Nested parentheses in `q`: FTS5 bounds the depth of expressions. */
  maxDepth: 20,
  /** Words between those of a phrase (`"a b"~2`). */
  maxSlop: 20,
  /**
   * Letters of a word with `~`, and such words of one `qs`: a word of 20 letters has 1,400 similar ones, which FTS5 looks up in 40 ms in a
   * table of 500,000 lines (measured).
   */
  maxFuzzyChars: 20,
  maxFuzzyTerms: 5,
  /** Lines of a table from which a search is adapted, ranked in tiers, and its matches estimated (the API of data-fair). */
  tiersFromLines: 100_000,
  /** Words of such a search: others are run at once. */
  maxTierWords: 10,
  /** Lines of one tier that are scored: 1 µs each (measured). */
  maxScored: 15_000,
  /** Lines with the words that are scored: FTS5 counts each of them, 30 ns a line (measured). */
  maxRankedLines: 600_000,
  /** Share of the lines from which a word does not order them: its weight in BM25 is zero. */
  commonShare: 0.5,
  /** Matches from which the most frequent words are ignored, matches that must be left, and the share that must be left out. */
  adaptFromMatches: 10_000,
  adaptKeepsLines: 12_000,
  adaptLeavesOut: 0.02,
  /** Matches that are counted exactly; the number of more matches is estimated in samples of the lines. */
  maxCounted: 10_000,
  samples: 50,
  sampledLines: 500,
  /** Lines of one form of a word that are counted exactly. */
  maxFormLines: 2_000,
  /** Forms of which the lines are remembered in an isolate. */
  rememberedForms: 20_000,
} as const
