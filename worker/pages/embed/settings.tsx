/**
 * Sections of the settings of an account, alone: for frames of pages of this origin only, since their forms act with
 * the session of the reader.
 */
import type { Hono } from 'hono'
import { accountAdmin, accountAt } from '../../accounts'
import { problem } from '../../errors'
import type { HttpEnv } from '../../http/env'
import { pagePolicy } from '../content-security-policy'
import { BarePage } from '../frame/bare'
import { type PageContext, sendPage } from '../send'
import { isSignedIn } from '../session/required'
import { accountPath } from '../settings/account'
import { FormNotice } from '../settings/frame'
import { type MountPoint, sectionRoutes } from '../settings/sections/mount'

const mount: MountPoint = {
  route: '/embed/settings/:type/:id',
  paths: (name) => ({ page: `/${name}`, forms: `/${name}` }),
  open: (c) => {
    const { ctx, account } = accountOf(c)
    return { account, base: `${ctx.baseUrl}/embed/settings/${accountPath(account)}` }
  },
  send: (c, { view, name, result, status, section }) =>
    sendPage(
      c,
      view,
      <BarePage
        view={view}
        title={view.say(name === 'api-keys' ? 'apiKeys' : `settings:${name}`)}
        islands={['swap', 'copy']}
      >
        <div class="stack">
          <FormNotice view={view} result={result} />
          {section}
        </div>
      </BarePage>,
      { status, policy: pagePolicy(view.nonce, 'us') },
    ),
}

export const embeddedSettings = (app: () => Hono<HttpEnv>): Hono<HttpEnv> => sectionRoutes(app, mount)

/** @throws `sign-in-required` (401), `account-refused` (403) */
function accountOf(c: PageContext) {
  const ctx = c.get('ctx')
  const account = accountAt({ type: c.req.param('type') ?? '', id: c.req.param('id') ?? '' })
  if (!isSignedIn({ ctx })) throw problem('sign-in-required')
  accountAdmin(ctx, account)
  return { ctx, account }
}
