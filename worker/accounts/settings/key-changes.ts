import type { Context } from '../../context'
import { problem } from '../../errors'
import type { Owner } from '../../identity'
import { accountKeys, type KeyRow, newKey, presentKey, revocation } from '../keys/api-key'

/** A key in a request. A key without `id` is created; a key with an `id` must equal the stored one. */
type SentKey = {
  id?: string | undefined
  title: string
  scopes: string[]
  expireAt?: string | undefined
} & Record<string, unknown>

/**
 * Compares the keys of a request with the stored ones: new keys are created, missing keys are revoked, and the others
 * must be unchanged.
 *
 * @throws `key-invalid` (400), `key-field-refused` (403)
 */
export async function changeKeys(ctx: Context, input: { owner: Owner; email: string; sent: readonly SentKey[] }) {
  const { owner, email, sent } = input
  const stored = new Map((await accountKeys(ctx, owner)).map((row) => [row.id, row]))
  const answers: Record<string, unknown>[] = []
  const created: Awaited<ReturnType<typeof newKey>>['statements'][number][] = []
  for (const key of sent) {
    const row = key.id === undefined ? undefined : stored.get(key.id)
    if (row) {
      checkUnchanged(key, row)
      answers.push(presentKey(row))
      continue
    }
    checkNew(key)
    const { title, scopes, expireAt } = key
    const ownEmail = owner.type === 'user' && scopes.length > 0 ? email : undefined
    const issued = await newKey(ctx, { owner, title, scopes, expireAt, email: ownEmail })
    created.push(...issued.statements)
    answers.push({ ...presentKey(issued.row), clearKey: issued.clearKey })
  }
  const ids = new Set(sent.map(({ id }) => id))
  const revoked = [...stored.keys()].filter((id) => !ids.has(id))
  return { answers, revoked, statements: [...created, ...revocation(ctx, owner, revoked)] }
}

const newKeyFields = new Set(['title', 'scopes', 'expireAt', 'clearKey', 'adminMode', 'asAccount'])

function checkNew(key: SentKey): void {
  if (key.id !== undefined)
    throw problem('key-invalid', {
      reason: {
        en: 'API key cannot be created with an id',
        fr: 'API key cannot be created with an id : une clé est créée sans id',
      },
    })
  for (const field of ['email', 'key']) if (field in key) throw problem('key-field-refused', { field })
  // Keys never carry super-administrator rights: a leaked key must not open every account.
  for (const field of ['adminMode', 'asAccount']) if (key[field]) throw problem('key-field-refused', { field })
  const unknown = Object.keys(key).find((field) => !newKeyFields.has(field))
  if (unknown)
    throw problem('key-invalid', {
      reason: {
        en: `data/apiKeys must not have the property "${unknown}"`,
        fr: `data/apiKeys n'a pas de propriété "${unknown}"`,
      },
    })
}

function checkUnchanged({ clearKey: _, ...key }: SentKey, row: KeyRow): void {
  const text = (value: Record<string, unknown>) =>
    JSON.stringify(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)))
  if (text(key) !== text(presentKey(row)))
    throw problem('key-invalid', {
      reason: {
        en: 'existing API keys are immutable',
        fr: 'existing API keys are immutable : une clé qui existe ne se modifie pas',
      },
    })
}
