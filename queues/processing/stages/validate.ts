import type { Context } from '../../../worker/context'
import type { ValidationMode } from '../../../worker/datasets'
import type { JournalEvent } from '../../../worker/datasets/journal'
import type { Reason, StoredProblem } from '../../../worker/errors'
import { excerptOf } from '../../../worker/schema/cut-text'
import { type Field, nameOf } from '../../../worker/schema/field'
import { type StructureDifferences, structureDifferences } from '../../../worker/schema/merge-schema'
import type { SliceResult, StageInput } from '../stage'
import { checkRows } from './check-rows'

/**
 * Validates the lines against the rules of their fields, then decides whether the version replaces the published one when
 * the run is done: a first version does; a draft does unless its structure differs and its mode requires a decision.
 */
export async function validate(ctx: Context, input: StageInput): Promise<SliceResult> {
  const state = input.state.checked ? input.state : await checkRows(ctx, input)
  return state.checked ? decide({ ...input, state }) : { done: false, state }
}

function decide({ run, dataset, state }: StageInput): SliceResult {
  const reason = run.target === 'draft' ? dataset.draft?.draftReason : undefined
  if (!reason || state.merge) return { done: true, state: { ...state, merges: true } }

  const differences = structureDifferences(dataset.published.schema, state.fields ?? [])
  const changes = [...differences.missing, ...differences.added, ...differences.changed]
  const { lines, status, schema } = dataset.published
  const isCompared = lines !== undefined || (status === 'draft' && schema.length > 0)
  const differs = isCompared && changes.length > 0
  const events: JournalEvent[] = differs
    ? [
        {
          type: 'validation-error',
          draft: true,
          problem: structureProblem(dataset.published.schema, state.fields ?? []),
        },
      ]
    : []
  return { done: true, state: { ...state, ...draftDecision(reason.validationMode, differs) }, events }
}

/** Whether a draft is merged or cancelled when the run is done. */
function draftDecision(mode: ValidationMode, differs: boolean): { merges: boolean; cancels?: boolean } {
  switch (mode) {
    case 'always':
      return { merges: true }
    case 'compatible':
      return { merges: !differs }
    case 'compatibleOrCancel':
      return differs ? { merges: false, cancels: true } : { merges: true }
    case 'never':
      return { merges: false }
  }
}

/** Why a draft is not compatible: the keys of columns in its text, and their names for pages. */
export function structureProblem(published: readonly Field[], draft: readonly Field[]): StoredProblem {
  const differences = structureDifferences(published, draft)
  const names = new Map([...draft, ...published].map((field) => [field.key, nameOf(field)]))
  const named = (keys: readonly string[]) => excerptOf(keys.map((key) => names.get(key) ?? key).join(', '))
  return {
    code: 'structure-differs',
    params: {
      differences: summaryOf(differences),
      missing: named(differences.missing),
      added: named(differences.added),
      changed: named(differences.changed),
    },
  }
}

/** The differences in words: the keys of the columns of each kind. */
function summaryOf({ missing, added, changed }: StructureDifferences): Reason {
  const kinds = [
    { keys: missing, en: 'missing columns', fr: 'colonnes manquantes' },
    { keys: added, en: 'new columns', fr: 'nouvelles colonnes' },
    { keys: changed, en: 'columns of another type', fr: 'colonnes d’un autre type' },
  ].filter(({ keys }) => keys.length > 0)
  const listed = (keys: readonly string[]) => excerptOf(keys.join(', '))
  return {
    en: kinds.map(({ en, keys }) => `${en}: ${listed(keys)}`).join('; '),
    fr: kinds.map(({ fr, keys }) => `${fr} : ${listed(keys)}`).join(' ; '),
  }
}
