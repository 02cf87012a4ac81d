/** What is added to the page of an application. Pure. */

import { exposedAddress } from './application-context'
import { attributeText, scriptJson } from './escape'
import type { Template } from './template'

type Page = { baseUrl: string; requested: string; template: Template; inDFrame: boolean; brand: string }

/** The path of the manifest of the page, which is under its own. */
export const manifestPath = ({ baseUrl, requested }: Pick<Page, 'baseUrl' | 'requested'>): string =>
  `${new URL(exposedAddress(baseUrl, requested)).pathname}/manifest.json`

/** At the end of the head: the manifest, the policy of the referrer, on which links rely, and the service worker. */
export function headAdditions(page: Page): string {
  const { template, baseUrl } = page
  const manifest = template.hasManifest
    ? ''
    : `<link rel="manifest" crossorigin="use-credentials" href="${attributeText(manifestPath(page))}">`
  return `${manifest}<meta name="referrer" content="same-origin">${workerRegistration(baseUrl)}`
}

/** At the end of the body: the script with which the page speaks to the one that frames it, and the brand of the operator. */
export function bodyAdditions({ template, inDFrame, baseUrl, brand }: Page): string {
  const { syncsState, overflows } = template
  const names = inDFrame
    ? syncsState || overflows
      ? ['d-frame-content.min.js']
      : []
    : [...(syncsState ? ['content-window.js'] : []), ...(overflows ? ['iframeResizer.contentWindow.min.js'] : [])]
  const scripts = names.map((name) => {
    const address = attributeText(`${new URL(baseUrl).pathname.replace(/\/$/, '')}/assets/build/${name}`)
    return `<script type="text/javascript" src="${address}"></script>`
  })
  return scripts.join('') + brand
}

/** Registers the service worker of the applications, and unregisters those that other versions left under the same path. */
function workerRegistration(baseUrl: string): string {
  const folder = new URL(baseUrl).pathname.replace(/\/$/, '')
  const [file, scope] = [scriptJson(`${folder}/app-sw.js`), scriptJson(`${folder}/app/`)]
  return (
    `<script>(function(w,s){if(!w)return;` +
    `w.getRegistrations().then(function(r){r.forEach(function(o){var p=new URL(o.scope).pathname;` +
    `if(p!==s&&p.indexOf(s)===0)o.unregister()})}).catch(function(){});` +
    `w.register(${file},{scope:s}).catch(function(){})})(navigator.serviceWorker,${scope})</script>`
  )
}

/** The service worker: it does nothing, and replaces those that older versions registered. */
export const serviceWorker = "self.addEventListener('install',()=>self.skipWaiting());\n"
