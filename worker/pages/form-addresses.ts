/** Addresses that only forms are sent to: the language switch and the sign-in of the page that answers a form lead to them. */
import type { Hono } from 'hono'
import { TrieRouter } from 'hono/router/trie-router'
import type { HttpEnv } from '../http/env'

type Routes = Pick<Hono<HttpEnv>, 'routes'>

/**
 * The page of the form that is sent to a path: the nearest page above it. Undefined for paths that no form is sent to, and for those
 * of forms in all pages (`/language`, `/sign-out`).
 *
 * @param routes those of all pages and their forms
 */
export function pageOfForm({ routes }: Routes): (path: string) => string | undefined {
  const forms = new TrieRouter<string>()
  const pages = new TrieRouter<string>()
  for (const { method, path } of routes) {
    if (method === 'POST') forms.add(method, path, path)
    else if (method === 'GET' && !path.includes('*')) pages.add(method, path, path)
  }
  return (path) => {
    if (forms.match('POST', path)[0].length === 0) return undefined
    let page = path
    do page = page.slice(0, page.lastIndexOf('/'))
    while (page !== '' && pages.match('GET', page)[0].length === 0)
    return page || undefined
  }
}
