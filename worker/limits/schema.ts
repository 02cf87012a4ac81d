/** What is found out about fields. */

export const schema = {
  /** Distinct values kept exactly per field; beyond, the count is a sketch (contract datasets §2.4). */
  maxTrackedValues: 3_000,
  /** Distinct values kept over all fields of one dataset: bounds the memory of an analysis. */
  maxTrackedValuesInAll: 200_000,
  /** Values longer than this are not filterable exactly nor counted (contract datasets §5.9). */
  maxFilterableChars: 200,
  /** Distinct values of a field that is given an `enum` (contract datasets §5.9). */
  maxEnum: 50,
  /** Share of lines that must have a value for a field to be given an `enum` (contract datasets §5.9). */
  minEnumShare: 0.2,
  /** Most frequent values kept for display. */
  maxFrequent: 10,
  /** Bars of a field's histogram. */
  histogramBars: 20,
  /** Bins of the streaming histogram that the bars are drawn from: 8 kB per numeric or date field. */
  histogramBins: 1_024,
  /** Days of one time zone whose offset is remembered: 27 years, about 1 MB. */
  maxZoneDays: 10_000,
  /** Log2 of the registers of the distinct-value sketch: 1,024 bytes, 3 % standard error. */
  sketchBits: 10,
} as const
