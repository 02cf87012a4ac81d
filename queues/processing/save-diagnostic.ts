/** The diagnostic file: refused lines with the reason. */
import type { Context } from '../../worker/context'
import { type Diagnosed, diagnosticKey } from '../../worker/files/object-keys'
import { csvRow } from '../../worker/formats/csv/write-row'
import { limits } from '../../worker/limits'
import { shortened } from '../../worker/schema/cut-text'
import type { StageInput } from './stage'

const header = '\ufeffline,error_type,field,message,raw_value\n'

type RefusedLine = {
  /** Number of the line in the file, without its header, from 1. */
  line: number
  type: 'validation' | 'unicity' | 'extension'
  field: string
  message: string
  raw: string
}

/** One row of the file. */
export function diagnosticRow({ line, type, field, message, raw }: RefusedLine): string {
  const excerpt = shortened(raw, limits.lines.maxRefusedChars)
  return csvRow([String(line), type, field, message, excerpt])
}

/** Whether a draft is cancelled when its lines are refused. A first draft is not: no other version would remain. */
export function isCancelledWhenRefused(
  { target }: StageInput['run'],
  { draft, published }: StageInput['dataset'],
): boolean {
  const mode = draft?.draftReason?.validationMode
  return target === 'draft' && mode === 'compatibleOrCancel' && published.status !== 'draft'
}

/**
 * Stores the diagnostic file: the rows of refused lines. For a draft that is cancelled because of them it is stored as `cancelled`,
 * and so remains after the draft is deleted.
 */
export async function saveDiagnostic(
  ctx: Context,
  { run, dataset }: Pick<StageInput, 'run' | 'dataset'>,
  rows: readonly string[],
): Promise<void> {
  const version: Diagnosed = isCancelledWhenRefused(run, dataset) ? 'cancelled' : run.target
  await ctx.files.put(diagnosticKey(run.datasetId, version), header + rows.join(''))
}

/** Deletes the diagnostics of earlier files, when the current file has no refused line. */
export async function dropDiagnostics(ctx: Context, { run }: Pick<StageInput, 'run'>): Promise<void> {
  await ctx.files.delete([diagnosticKey(run.datasetId, run.target), diagnosticKey(run.datasetId, 'cancelled')])
}
