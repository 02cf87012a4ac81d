/** An editable dataset in place of the dataset of a file: its description, and its access. */
import type { Hono } from 'hono'
import { type Dataset, describedKeys } from '../../datasets'
import type { HttpEnv } from '../../http/env'
import { forward } from '../forward'
import type { PageContext } from '../send'
import { permissionsTo } from '../share/grants'

/** Marks the dataset of a file that was sent for an editable dataset: the part `rest` of its upload. */
export const editableMark = JSON.stringify({ history: true, historyForEditors: true })

/** Whether the dataset of a file that was never published is to become an editable one. */
export const becomesEditable = ({ nature, published, metadata }: Dataset): boolean =>
  nature === 'file' && !published.lines && Boolean(metadata.rest)

/** The properties of the dataset of a file that describe it, without its title. */
export const descriptionOf = ({ metadata }: Dataset): Record<string, unknown> =>
  Object.fromEntries(
    describedKeys.flatMap((key) =>
      key === 'title' || metadata[key] === undefined || metadata[key] === null ? [] : [[key, metadata[key]]],
    ),
  )

/** Whether the dataset of a file was made for an editable dataset, which takes its place. */
export const isReplaced = ({ nature, metadata }: Dataset): boolean => nature === 'file' && Boolean(metadata.rest)

/** Gives the editable dataset the access of the dataset of the file, which becomes private: visitors see one of them. */
export async function moveAccess(
  c: PageContext,
  app: () => Hono<HttpEnv>,
  { source, id }: { source: Dataset; id: string },
): Promise<void> {
  const path = (dataset: string) => `/api/v1/datasets/${dataset}/permissions`
  const { permissions } = source
  if (permissions.length === 0) return
  const given = await forward(c, app, path(id), { method: 'PUT', json: permissions })
  if (!given.ok) return
  await forward(c, app, path(source.id), {
    method: 'PUT',
    json: permissionsTo(permissions, 'protected', source.owner),
  })
}
