import { OpenAPIHono, z } from '@hono/zod-openapi'
import type { Context as HonoContext } from 'hono'
import { checkAgainst } from '../check-against'
import { describe, Problem, type ProblemCode, problem } from '../errors'
import { checkedJson, readJsonBody, readText } from '../http/body'
import type { HttpEnv } from '../http/env'
import { documented, documentedBody, problemResponses } from '../http/openapi'
import { jsonResponse } from '../http/respond'
import { addRoute } from '../http/route'
import { isSameOrigin } from '../http/same-origin'
import { limits } from '../limits'
import { excerptOf } from '../schema/cut-text'
import { removedStateCookie, stateCookie } from './directory/callback-state'
import { openDirectory } from './directory/embedded-directory'
import { checkEmbedded } from './directory/organizations'
import { fetchCookies, passwordSchema, storeCookies } from './directory/password-sign-in'
import { seedDirectory, seedSchema } from './directory/seed-directory'
import { forgetSessions } from './directory/session-cache'
import { passkeyWasAdded } from './profile/passkeys'
import { passwordWasChanged } from './profile/profile'
import { verifyNewUser } from './profile/verify-email'
import { setUp, setupSchema } from './setup'

export const accountRoutes = new OpenAPIHono<HttpEnv>()

addRoute(
  accountRoutes,
  {
    method: 'post',
    path: '/v1/setup',
    operationId: 'setUp',
    tags: ['Accounts'],
    summary: 'Create the first administrator, with an organization and an API key',
    description: 'Needs `Authorization: Bearer <SETUP_TOKEN>`, and works while there is no other administrator.',
    body: documentedBody(setupSchema, 'The administrator.'),
    responses: {
      201: documented('The administrator', { email: z.string(), apiKey: z.string() }),
      ...problemResponses(400, 401, 409),
    },
  },
  async ({ ctx, c, request }) => {
    const token = bearerOf(c.req.header('authorization'))
    return jsonResponse(request, await setUp(ctx, { ...(await readJsonBody(c, setupSchema)), token }), { status: 201 })
  },
)

addRoute(
  accountRoutes,
  {
    method: 'post',
    path: '/v1/setup/directory',
    operationId: 'seedDirectory',
    tags: ['Accounts'],
    summary: 'Make users, organizations, departments and memberships',
    description:
      'Needs `Authorization: Bearer <SETUP_TOKEN>`. What is missing is made, nothing is removed; the same body twice changes nothing.',
    body: documentedBody(seedSchema, 'What the directory is to hold.'),
    responses: {
      200: documented('What it holds of it', { users: z.number().int(), organizations: z.number().int() }),
      ...problemResponses(400, 401, 409),
    },
  },
  async ({ ctx, c, request }) => {
    const token = bearerOf(c.req.header('authorization'))
    const seed = await readJsonBody(c, seedSchema)
    return jsonResponse(request, await seedDirectory(ctx, { seed, token }), { status: 200 })
  },
)

const authPath = '/api/auth'

// Sign-in routes are documented by the libraries that provide them, not by the API description.
accountRoutes.post('/auth/password', async (c) => {
  const { baseUrl } = c.get('ctx')
  checkEmbedded(c.get('ctx'))
  if (!isSameOrigin(c.req.raw, baseUrl)) throw problem('origin-refused')
  const isForm = /^application\/x-www-form-urlencoded\b/i.test(c.req.header('content-type') ?? '')
  if (isForm) return signInByForm(c)
  const signedIn = await checkPassword(c, await readJsonBody(c, passwordSchema))
  return signedIn instanceof Response ? signedIn : c.text(signedIn)
})

/** The form of the login page of an application: the browser goes on to the callback, or back to the page with the error. */
async function signInByForm(c: HonoContext<HttpEnv>): Promise<Response> {
  const { baseUrl, language } = c.get('ctx')
  const form = new URLSearchParams(await readText(c.req.raw, limits.http.maxFormBytes))
  const { email, password } = checkAgainst(passwordSchema, Object.fromEntries(form))
  const org = c.req.query('org')
  const refused = (error: unknown) => {
    const isRefusal = error instanceof Problem && error.code === 'account-refused'
    if (isRefusal) return checkPassword(c, { email, password })
    throw error
  }
  // Applications are also shared with people who are not members of the organization.
  const signedIn = await checkPassword(c, { email, password, ...(org ? { org } : {}) })
    .catch(refused)
    .catch((error: unknown) => {
      if (error instanceof Problem && error.code === 'second-factor-required') return error
      throw error
    })
  if (typeof signedIn === 'string') return c.redirect(signedIn, 303)
  const page = c.req.query('redirect') ?? ''
  const isOfApplication = page.startsWith(`${baseUrl}/app/`) && signedIn.status < 500
  if (!isOfApplication && signedIn instanceof Problem) throw signedIn
  if (!isOfApplication && signedIn instanceof Response) return signedIn
  const code = signedIn instanceof Problem ? signedIn.code : refusalCode(signedIn)
  const error = describe({ code, params: {} }, language)
  return c.redirect(`${page.replace(/[?#].*$/s, '')}/login?${new URLSearchParams({ error })}`, 303)
}

function refusalCode({ status }: Response): ProblemCode {
  if (status === 429) return 'sign-in-throttled'
  return status === 403 ? 'account-blocked' : 'credentials-wrong'
}

/**
 * Checks a password, and stores the cookies of the session until the callback.
 *
 * @returns the address of the callback, else the refusal of the directory
 * @throws `account-refused`, `super-admin-only`, `second-factor-required`
 */
async function checkPassword(
  c: HonoContext<HttpEnv>,
  credentials: z.infer<typeof passwordSchema>,
): Promise<string | Response> {
  const ctx = c.get('ctx')
  const { config, baseUrl } = ctx
  const { email, password } = credentials
  const address = c.req.header('cf-connecting-ip')
  const signIn = new Request(`${baseUrl}${authPath}/sign-in/email`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      origin: new URL(baseUrl).origin,
      ...(address ? { 'cf-connecting-ip': address } : {}),
    },
    body: JSON.stringify({ email, password }),
  })
  const answer = await (await openDirectory({ database: c.env.DB, config, baseUrl })).handler(signIn)
  if (!answer.ok) return answer
  const signedIn = answer.headers.getSetCookie()
  const { twoFactor } = (await answer.json()) as { twoFactor?: boolean } // better-auth's answer, or that of the plugin
  if (twoFactor) throw problem('second-factor-required')
  const { token, state } = await storeCookies(ctx, { database: c.env.DB, signedIn, credentials })
  const query = new URLSearchParams({ token, redirect: c.req.query('redirect') ?? baseUrl })
  c.header('set-cookie', stateCookie(baseUrl, state))
  return `${baseUrl}${authPath}/token_callback?${query}`
}

accountRoutes.get('/auth/token_callback', async (c) => {
  const { baseUrl } = c.get('ctx')
  const redirect = c.req.query('redirect') ?? ''
  const token = c.req.query('token') ?? ''
  const cookies = await fetchCookies(c.get('ctx'), { token, headers: c.req.raw.headers })
  for (const cookie of [...cookies, removedStateCookie(baseUrl)]) c.header('set-cookie', cookie, { append: true })
  // The parsed URL is written: the original text may hold line breaks, which a header cannot carry.
  const target = URL.canParse(redirect) ? new URL(redirect) : undefined
  return c.redirect(target?.origin === new URL(baseUrl).origin ? target.href : `${baseUrl}/`)
})

function bearerOf(header: string | undefined): string {
  const token = /^Bearer (.+)$/.exec(header ?? '')?.[1]
  if (!token) throw problem('sign-in-required')
  return token
}

/** The routes of the library that are exposed. Passkeys are added and removed at `/api/v1/profile/passkeys`, with the password. */
const offered =
  /^\/(sign-in\/(email|social)|sign-up\/email|sign-out|get-session|change-password|second-factor|callback\/oidc|revoke-(other-)?sessions?|passkey\/(generate-authenticate-options|verify-(authentication|registration)|list-user-passkeys|update-passkey))$/

// Sign-in, sign-out, sessions and passkeys are routes of the library.
accountRoutes.on(['GET', 'POST'], '/auth/*', async (c) => {
  const { config, baseUrl } = c.get('ctx')
  const path = c.req.path.slice(c.req.path.indexOf(authPath) + authPath.length)
  if (config.DIRECTORY_URL || !offered.test(path)) throw problem('route-not-found', { path: excerptOf(c.req.path) })
  const request = await checkedJson(c.req.raw)
  const answer = await (await openDirectory({ database: c.env.DB, config, baseUrl })).handler(request)
  if (c.req.method === 'POST') forgetSessions()
  // The library takes any response of an authenticator that it cannot verify for an error of its own.
  if (answer.status === 500 && path === '/passkey/verify-registration') throw problem('passkey-unverified')
  if (answer.ok && path === '/change-password') await passwordWasChanged(c.get('ctx'))
  if (answer.ok && path === '/passkey/verify-registration') await passkeyWasAdded(c.get('ctx'))
  if (answer.ok && path === '/sign-up/email') {
    const { user } = (await answer.clone().json()) as { user: { id: string; email: string } } // better-auth's answer
    verifyNewUser(c.get('ctx'), user)
  }
  return answer
})
