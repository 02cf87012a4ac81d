/** The import of a file of rows into an editable dataset, in pages of the service or in a frame of a portal. */
import { Hono } from 'hono'
import { problem } from '../../errors'
import type { HttpEnv } from '../../http/env'
import type { StepAddress, StepPage } from '../publish/replacement-steps'
import { Import } from './import'
import { type Imported, importFile } from './import-file'
import { changesNothing, readOutcome, storeOutcome } from './import-outcome'

type Opened = Awaited<ReturnType<StepAddress['open']>>

export function importRoutes(app: () => Hono<HttpEnv>, mount: StepAddress): Hono<HttpEnv> {
  const routes = new Hono<HttpEnv>()

  routes.get(`${mount.route}/import`, async (c) => {
    const opened = await mount.open(c, 'bulkLines')
    if (opened.dataset.nature !== 'rest') throw problem('not-editable')
    const id = opened.view.here.searchParams.get('outcome')
    const imported = id === null ? undefined : await readOutcome(opened.view, opened.dataset.id, id)
    return mount.send(c, opened.view, importPage(opened, imported))
  })

  routes.post(`${mount.route}/import`, async (c) => {
    const opened = await mount.open(c, 'bulkLines')
    const imported = await importFile(c, app, opened)
    if (changesNothing(imported)) return mount.send(c, opened.view, importPage(opened, imported), imported)
    const shown = new URL(opened.steps.rows)
    shown.searchParams.set('outcome', await storeOutcome(opened.view, opened.dataset.id, imported))
    return c.redirect(shown.href, 303)
  })

  return routes
}

function importPage({ view, dataset, steps }: Opened, imported?: Imported): StepPage {
  return {
    title: view.say('importLines'),
    islands: ['swap', 'import'],
    ownStyles: 'reviewing.css',
    children: <Import view={view} dataset={dataset} steps={steps} {...(imported ? { imported } : {})} />,
  }
}
