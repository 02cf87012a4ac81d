import type { Owner } from '../../identity'
import type { PermissionsById } from '../../resources/list'
import { type Audience, shownAudience } from '../share/grants'

type Listed = { id?: string | undefined; visibility?: string | undefined; owner?: Owner | undefined }

/** The audience of a result of a list. */
export function listedAudience(
  { id = '', visibility = '', owner }: Listed,
  all: PermissionsById | undefined,
): Audience {
  const permissions = all?.get(id) ?? []
  return owner ? shownAudience({ visibility, permissions, owner }) : 'protected'
}
