/** Two-factor authentication, by plain forms. Each is forwarded to the API. */
import { Hono } from 'hono'
import type { HttpEnv } from '../../http/env'
import { readForm } from '../form'
import { forward } from '../forward'
import { type PageContext, sendPage, viewOf } from '../send'
import { userOf } from './account'
import type { FormResult } from './frame'
import { refusedResult } from './refused-result'
import { EnrolmentPage, RecoveryCodesPage } from './two-factor'

type ShowProfile = (c: PageContext, result: FormResult, options: { status: number }) => Promise<Response>

/** @param showProfile the page of the profile with a refusal */
export function twoFactorPages(app: () => Hono<HttpEnv>, showProfile: ShowProfile): Hono<HttpEnv> {
  const routes = new Hono<HttpEnv>()
  const path = '/settings/profile/two-factor'
  const ask = (c: PageContext, action: string, json: object) =>
    forward(c, app, `/api/v1/profile/two-factor${action}`, { method: 'POST', json })

  routes.post(path, async (c) => {
    const password = (await readForm(c)).get('password') ?? ''
    const answer = await ask(c, '', { password })
    if (!answer.ok) return refuse(c, answer, '')
    const enrolment = (await answer.json()) as { secret: string; uri: string } // the schema of the route
    return showEnrolment(c, enrolment, {}, 200)
  })

  routes.post(`${path}/confirmation`, async (c) => {
    const form = await readForm(c)
    const [code = '', secret = '', uri = ''] = ['code', 'secret', 'uri'].map((name) => form.get(name) ?? '')
    const answer = await ask(c, '/confirmation', { code })
    if (answer.ok) return showCodes(c, answer)
    // The form of before: its secret is still that of the account.
    return showEnrolment(
      c,
      { secret, uri },
      await refusedResult(answer, 'profile/two-factor/confirmation'),
      answer.status,
    )
  })

  routes.post(`${path}/recovery-codes`, async (c) => {
    const form = await readForm(c)
    const json = { password: form.get('password') ?? '', code: form.get('code') ?? '' }
    const answer = await ask(c, '/recovery-codes', json)
    return answer.ok ? showCodes(c, answer) : refuse(c, answer, '/recovery-codes')
  })

  routes.post(`${path}/removal`, async (c) => {
    const form = await readForm(c)
    const json = { password: form.get('password') ?? '', code: form.get('code') ?? '' }
    const answer = await ask(c, '/removal', json)
    if (!answer.ok) return refuse(c, answer, '/removal')
    return c.redirect(`${c.get('ctx').baseUrl}/settings/profile?done=twoFactorOff`, 303)
  })

  async function refuse(c: PageContext, answer: Response, action: string): Promise<Response> {
    const result = await refusedResult(answer, `profile/two-factor${action}`)
    return showProfile(c, result, { status: answer.status })
  }

  function showEnrolment(
    c: PageContext,
    enrolment: { secret: string; uri: string },
    result: FormResult,
    status: number,
  ) {
    const view = viewOf(c)
    const page = <EnrolmentPage view={view} user={userOf(c)} {...enrolment} result={result} />
    return sendPage(c, view, page, { status })
  }

  async function showCodes(c: PageContext, answer: Response): Promise<Response> {
    const view = viewOf(c)
    const { recoveryCodes } = (await answer.json()) as { recoveryCodes: string[] } // the schema of the route
    return sendPage(c, view, <RecoveryCodesPage view={view} user={userOf(c)} codes={recoveryCodes} />)
  }

  return routes
}
