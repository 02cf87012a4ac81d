import { type Application, beginApplicationOperation } from '../applications'
import type { Context } from '../context'
import { baseOfPage } from './access'
import { readOpenedApplication } from './application-cache'
import { exposedAddress } from './application-context'
import type { RequestedApplication } from './requested-application'

const sizes = [64, 120, 144, 152, 192, 384, 512]

/**
 * The web manifest of the page of an application (W3C Web Application Manifest).
 *
 * @throws `application-not-found`, `base-application-restricted`, and what `beginApplicationOperation` throws
 */
export async function manifestOf(ctx: Context, requested: RequestedApplication): Promise<Record<string, unknown>> {
  const opened = await readOpenedApplication(ctx, requested)
  const { application } = opened
  if (!opened.isOpenedByKey) beginApplicationOperation(ctx, application, 'readConfig')
  return manifest(application, { base: baseOfPage(application, false).id, baseUrl: ctx.baseUrl, requested })
}

function manifest(
  { metadata }: Application,
  { base, baseUrl, requested }: { base: string; baseUrl: string; requested: RequestedApplication },
): Record<string, unknown> {
  const { pathname } = new URL(exposedAddress(baseUrl, requested.name))
  return {
    name: metadata.title,
    short_name: metadata.title,
    description: metadata.description ?? '',
    start_url: `${pathname}/`,
    scope: `${pathname}/`,
    display: 'standalone',
    background_color: '#ffffff',
    theme_color: '#1e88e5',
    lang: 'fr',
    icons: sizes.map((size) => ({
      sizes: `${size}x${size}`,
      type: 'image/png',
      src: `${baseUrl}/api/v1/base-applications/${base}/icon?width=${size}&height=${size}`,
    })),
  }
}
