/**
 * Tokens for anonymous visitors who write through a protected link. A token must be a few seconds old when it is
 * used, which shows that the page was open before its form was sent.
 */
import { decodeProtectedHeader, errors, jwtVerify, SignJWT } from 'jose'
import { z } from 'zod'
import type { Context } from '../../context'
import { problem } from '../../errors'
import { limits } from '../../limits'
import { verifiedByDirectory } from '../directory/external-directory'
import { hmac } from '../hmac'

const algorithm = 'HS256'
/** Session tokens of an external directory are signed with the same keys: this claim tells them apart. */
const tokenSchema = z.object({ anonymousAction: z.literal(true), issuedAt: z.number().optional() })

/** A new token. @throws `configuration-invalid` without AUTH_SECRET */
export async function newAnonymousToken(ctx: Pick<Context, 'config' | 'now'>): Promise<string> {
  const now = ctx.now().getTime()
  return new SignJWT({ anonymousAction: true, issuedAt: now })
    .setProtectedHeader({ alg: algorithm })
    .setJti(crypto.randomUUID())
    .setExpirationTime(new Date(now + limits.accounts.anonymousTokenMs))
    .sign(await signingKey(ctx))
}

/**
 * Verifies the token of a request and returns it.
 *
 * @throws `anonymous-token-missing`, `anonymous-token-invalid` (401), `anonymous-token-young` (429)
 */
export async function checkAnonymousToken(
  ctx: Pick<Context, 'config' | 'now'>,
  token: string | undefined,
): Promise<string> {
  if (!token) throw problem('anonymous-token-missing')
  const { issuedAt } = tokenSchema.safeParse(await claimsOf(ctx, token)).data ?? invalid()
  // The tokens of an external directory give the start of their validity in "nbf".
  const wait = issuedAt === undefined ? 0 : issuedAt + limits.accounts.anonymousTokenFromMs - ctx.now().getTime()
  if (wait > 0) throw problem('anonymous-token-young', { seconds: Math.ceil(wait / 1_000) })
  return token
}

function invalid(): never {
  throw problem('anonymous-token-invalid')
}

async function claimsOf(ctx: Pick<Context, 'config' | 'now'>, token: string): Promise<unknown> {
  try {
    if (ctx.config.DIRECTORY_URL && !isOurs(token)) return await verifiedByDirectory(ctx, token)
    const options = { algorithms: [algorithm], requiredClaims: ['exp', 'issuedAt'], currentDate: ctx.now() }
    return (await jwtVerify(token, await signingKey(ctx), options)).payload
  } catch (error) {
    if (!(error instanceof errors.JOSEError)) throw error
    const isYoung = error instanceof errors.JWTClaimValidationFailed && error.claim === 'nbf'
    if (isYoung) throw problem('anonymous-token-young', { seconds: limits.accounts.anonymousTokenFromMs / 1_000 })
    return invalid()
  }
}

/** Whether the header of a token names our algorithm: a directory signs with a key pair. */
function isOurs(token: string): boolean {
  try {
    return decodeProtectedHeader(token).alg === algorithm
  } catch {
    return false
  }
}

/** A key derived for these tokens only, so that a session signature is never accepted as one. */
async function signingKey({ config }: Pick<Context, 'config'>): Promise<Uint8Array> {
  return hmac(config, 'anonymous-action')
}
