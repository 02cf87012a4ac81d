/** The file that tells which lines were refused, and why (contract editable-accounts F.5). */
import type { Context } from '../../worker/context'
import { type Diagnosed, diagnosticKey } from '../../worker/files/keys'
import { limits } from '../../worker/limits'
import { shortened } from '../../worker/limits/text'
import type { StageInput } from './stage'

const header = '\ufeffline,error_type,field,message,raw_value\n'

export type Refused = {
  /** Number of the line in the file, without its header, from 1. */
  line: number
  type: 'validation' | 'unicity'
  field: string
  message: string
  raw: string
}

/** One row of the file. */
export function diagnosticRow({ line, type, field, message, raw }: Refused): string {
  const cut = shortened(raw, limits.lines.maxRefusedChars)
  return `${[String(line), type, field, message, cut].map(cell).join(',')}\n`
}

const cell = (text: string): string => (/[",\n\r]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text)

/** Keeps the rows of what was refused. Those of a draft that is cancelled for them are kept when it is gone. */
export async function keepDiagnostic(
  ctx: Context,
  { run, dataset }: Pick<StageInput, 'run' | 'dataset'>,
  rows: readonly string[],
): Promise<void> {
  const mode = run.target === 'draft' ? dataset.draft?.draftReason?.validationMode : undefined
  const version: Diagnosed = mode === 'compatibleOrCancel' ? 'cancelled' : run.target
  await ctx.files.put(diagnosticKey(run.datasetId, version), header + rows.join(''))
}

/** Drops what earlier files left: nothing is refused in this one. */
export async function dropDiagnostics(ctx: Context, { run }: Pick<StageInput, 'run'>): Promise<void> {
  await ctx.files.delete([diagnosticKey(run.datasetId, run.target), diagnosticKey(run.datasetId, 'cancelled')])
}
