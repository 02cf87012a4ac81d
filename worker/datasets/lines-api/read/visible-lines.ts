import { actorFor } from '../../../accounts'
import type { Context } from '../../../context'
import { problem } from '../../../errors'
import { classOf, type DatasetOperation, scopesFor } from '../../../identity'
import type { LineSource } from '../../../lines'
import { accountField } from '../../../lines/query/find-column'
import { filterPredicate } from '../../../lines/query/plan/conditions'
import type { Filter } from '../../../lines/query/request'
import { excerptOf } from '../../../schema/cut-text'
import type { Dataset } from '../../metadata/dataset'
import { visibleAccounts } from '../../metadata/visible'

/** The lines that a caller may see: those that pass the filters; `accounts` when they are restricted to accounts. */
type VisibleLines = { filters: Filter[]; accounts?: readonly string[] }

/**
 * Decides which lines of a dataset a caller may see.
 *
 * @param input.owner only the lines of this owner are read
 * @param input.account accounts that the caller names, comma separated
 * @throws `sign-in-required`, `virtual-account-refused`, `virtual-account-unknown`
 */
export function visibleLines(
  ctx: Context,
  dataset: Dataset,
  input: { operation: DatasetOperation; owner?: string | undefined; account?: string | null },
): VisibleLines {
  const { operation, owner, account } = input
  const filters: Filter[] = []
  if (owner !== undefined) filters.push({ key: '_owner', not: false, test: { op: 'eq', value: owner } })
  const accounts = visibleAccounts(actorFor(ctx, scopesFor(classOf(operation))), dataset)
  if (!accounts) return { filters }
  if (accounts.length === 0) throw problem('sign-in-required')
  const foreign = account?.split(',').find((reference) => reference !== '' && !accounts.includes(reference))
  if (foreign !== undefined) throw problem('virtual-account-refused', { account: excerptOf(foreign) })
  const field = accountField(dataset.published.schema)
  if (!field) throw problem('virtual-account-unknown')
  filters.push({ key: field.key, not: false, test: { op: 'in', values: accounts } })
  return { filters, accounts }
}

/** Restricts a source to the lines that pass a filter. A table without the field has no such line. */
export function restrict(source: LineSource, filter: Filter): LineSource {
  if (source.parts) return { ...source, parts: source.parts.map((part) => restrict(part, filter)) }
  return { ...source, where: [...(source.where ?? []), filterPredicate(filter, source)] }
}
