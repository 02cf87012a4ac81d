/** `BulkSummary`: the response of a bulk. Pure. */
import { describe, type Problem } from '../../errors'
import { limits } from '../../limits'
import type { DateOrder } from '../../schema/dates/stored-date'
import type { LineResult } from './apply-operations'

export type BulkSummary = {
  nbOk: number
  nbNotModified: number
  nbErrors: number
  nbWarnings: number
  nbCreated: number
  nbModified: number
  nbDeleted: number
  errors: { line: number; error: string; status: number }[]
  warnings: { line: number; warning: string }[]
  indexedAt?: string
  dropped?: true
  cancelled?: true
  /** The headers of the file that the dataset has no column for. */
  unknownColumns?: string[]
  /** The order of `dateOrder`, where dates were read in it that exist in both orders. */
  assumedDateOrder?: DateOrder
}

export const emptySummary = (): BulkSummary => ({
  nbOk: 0,
  nbNotModified: 0,
  nbErrors: 0,
  nbWarnings: 0,
  nbCreated: 0,
  nbModified: 0,
  nbDeleted: 0,
  errors: [],
  warnings: [],
})

/** Counts the outcomes of a batch. @param maxErrors how many errors the summary lists */
export function addOutcomes(
  summary: BulkSummary,
  outcomes: readonly LineResult[],
  maxErrors: number = limits.lines.listedErrors,
): void {
  for (const outcome of outcomes) {
    if ('error' in outcome) {
      addError(summary, { line: outcome.at, error: outcome.error, status: outcome.status }, maxErrors)
      continue
    }
    summary.nbOk++
    if (outcome.is === 'created') summary.nbCreated++
    else if (outcome.is === 'modified') summary.nbModified++
    else if (outcome.is === 'deleted') summary.nbDeleted++
    else summary.nbNotModified++
    if (outcome.is !== 'deleted' && outcome.warning !== undefined) addWarning(summary, outcome.at, outcome.warning)
  }
}

/** Adds a warning about the file as a whole. */
export function addFileWarning(summary: BulkSummary, warning: string, unknownColumns: readonly string[] = []): void {
  addWarning(summary, -1, warning)
  if (unknownColumns.length > 0) summary.unknownColumns = unknownColumns.slice(0, limits.lines.listedErrors)
}

function addWarning(summary: BulkSummary, line: number, warning: string): void {
  summary.nbWarnings++
  if (summary.warnings.length < limits.lines.listedErrors) summary.warnings.push({ line, warning })
}

function addError(
  summary: BulkSummary,
  error: BulkSummary['errors'][number],
  maxErrors: number = limits.lines.listedErrors,
): void {
  summary.nbErrors++
  if (summary.errors.length < maxErrors) summary.errors.push(error)
}

/** Adds the error that stopped the request, in French like the errors of lines in the same list. */
export function addRequestError(summary: BulkSummary, failure: Problem): void {
  const { code, params } = failure
  const status = failure.status === 422 ? 400 : failure.status
  addError(summary, { line: -1, error: describe({ code, params }, 'fr'), status })
  if (code !== 'columns-unknown') return
  summary.unknownColumns = failure.faults.slice(0, limits.lines.listedErrors).map(({ where }) => where)
}

/** Adds an internal error: the lines counted so far are written, the others are not. */
export function addFailure(summary: BulkSummary, requestId: string): void {
  const error = `Une erreur interne s'est produite, la suite des actions n'a pas été traitée. Référence : ${requestId}`
  addError(summary, { line: -1, error, status: 500 })
}

/** The status of the response, decided after the first batch, since the response starts then. */
export function statusAfterFirst({ nbOk, nbErrors, errors }: BulkSummary): number {
  if (nbOk > 0 || nbErrors === 0) return 200
  const ofRequest = errors.find(({ line }) => line === -1)
  return ofRequest?.status ?? 400
}
