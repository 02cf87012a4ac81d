/** The authors of the changes that conflict with those made here. */
import { gridLimits } from '../../../../limits/service/islands'
import { jsonOf } from '../actions'
import type { Row } from '../row'
import type { Rows } from '../rows'
import type { Settings } from '../settings'

/** Reads who wrote the current versions of the rows in conflict, as many as are shown. */
export async function readAuthors(settings: Settings, rows: Rows): Promise<void> {
  // Without a history nothing has an author.
  if (!settings.hasHistory) return
  const conflicts = rows.list.filter(rows.hasConflict).slice(0, gridLimits.shownConflicts)
  await Promise.all(conflicts.map((row) => readAuthor(settings, row)))
}

/** Readers who may not see authors receive revisions without them. */
async function readAuthor({ api }: Settings, row: Row): Promise<void> {
  const version = `${row.updatedAt} ${row.isGone}`
  if (row.author?.version === version) return
  const address = `${api}/lines/${encodeURIComponent(row.id)}/revisions?size=1`
  const answer = await fetch(address, { cache: 'no-store' }).catch(() => undefined)
  // A page of revisions, or a problem.
  const page = (await jsonOf(answer)) as { results?: { _updatedByName?: string }[] } | undefined
  row.author = { name: page?.results?.[0]?._updatedByName, version }
}
