/** The routes of the sections of the settings, wherever they are shown. Each form is forwarded to the API. */
import { Hono } from 'hono'
import type { Child } from 'hono/jsx'
import type { Account } from '../../../accounts'
import { problem } from '../../../errors'
import type { HttpEnv } from '../../../http/env'
import { readForm, refusalOf } from '../../form'
import { forward } from '../../forward'
import { type PageContext, viewOf } from '../../send'
import type { View } from '../../view'
import { accountPath, readFromApi } from '../account'
import { doneIn, type FormResult } from '../frame'
import { datasetsMetadataSection } from './datasets-metadata'
import { keysSection, scopesIn } from './keys'
import { licensesSection } from './licenses'
import { type Section, type SectionName, type SettingsApi, type Shown, sectionNames } from './section'
import { topicsSection } from './topics'
import { webhooksSection } from './webhooks'

const sections: Record<SectionName, Section> = {
  'api-keys': keysSection,
  'datasets-metadata': datasetsMetadataSection,
  licenses: licensesSection,
  topics: topicsSection,
  webhooks: webhooksSection,
}

/** Where sections are shown. */
export type MountPoint = {
  /** Route of all of them; its parameters are those of `base`. */
  route: string
  /** Paths below it of the page of a section and of its forms. */
  paths: (name: SectionName) => { page: string; forms: string }
  /** The account whose settings are shown, and the URL of `route` for it. @throws when the reader may not change them */
  open: (c: PageContext) => { account: Account; base: string }
  send: (c: PageContext, page: SectionPage) => Promise<Response>
}

type SectionPage = {
  view: View
  name: SectionName
  account: Account
  result: FormResult
  status: number
  section: Child
}

/** The routes of a mount point: a page for each section, and its forms. */
export function sectionRoutes(app: () => Hono<HttpEnv>, mount: MountPoint): Hono<HttpEnv> {
  const routes = new Hono<HttpEnv>()
  for (const name of sectionNames) {
    const { page, forms } = mount.paths(name)
    routes.get(mount.route + page, (c) => show(c, name, { result: doneIn(c), tried: c.req.query('tried') }))
    for (const [path, send] of Object.entries(sections[name].forms)) {
      routes.post(mount.route + forms + path, async (c) => {
        const typed = await readForm(c)
        const { shown, base } = open(c, name)
        const sent = await send(shown.api, typed, shown)
        const { answer, created } = sent
        if (!answer.ok) return show(c, name, { result: { refusal: await refusalOf(answer) }, typed }, answer.status)
        if (created) return show(c, name, { result: {}, created })
        const [query, item] = 'tried' in sent ? [{ tried: sent.tried }, `#${sent.tried}`] : [{ done: sent.done }, '']
        return c.redirect(base + page + queryOf(c, query) + item, 303)
      })
    }
  }
  return routes

  function open(c: PageContext, name: SectionName) {
    const { account, base } = mount.open(c)
    // Departments have no settings of this kind.
    if (account.department && sections[name].isOfWholeAccount) throw problem('route-not-found', { path: c.req.path })
    const { forms } = mount.paths(name)
    const shown: Shown = {
      view: viewOf(c),
      api: settingsApi(c, app, account),
      formsUrl: (path = '') => base + forms + path + queryOf(c),
      scopes: scopesIn(c.req.query('scopes')),
    }
    return { account, base, shown }
  }

  async function show(
    c: PageContext,
    name: SectionName,
    { result, ...more }: { result: FormResult } & Pick<Shown, 'created' | 'tried' | 'typed'>,
    status = 200,
  ): Promise<Response> {
    const { account, shown } = open(c, name)
    const section = await sections[name].render({ ...shown, ...more })
    return mount.send(c, { view: shown.view, name, account, result, status, section })
  }
}

/** The parameters that the pages and forms of a section have in common, and some more. */
function queryOf(c: PageContext, more: Record<string, string> = {}): string {
  const scopes = c.req.query('scopes')
  const query = new URLSearchParams({ ...(scopes ? { scopes } : {}), ...more }).toString()
  return query ? `?${query}` : ''
}

function settingsApi(c: PageContext, app: () => Hono<HttpEnv>, account: Account): SettingsApi {
  const settings = `/api/v1/settings/${accountPath(account)}`
  return {
    read: (path = '') => readFromApi(c, app, settings + path),
    patch: (json) => forward(c, app, settings, { method: 'PATCH', json }),
    post: (path, json) => forward(c, app, settings + path, { method: 'POST', json }),
    remove: (path) => forward(c, app, settings + path, { method: 'DELETE' }),
  }
}
