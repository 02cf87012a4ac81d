import type { Hono } from 'hono'
import type { HttpEnv } from '../../http/env'
import { type Refusal, refusedAt } from '../form'
import { forward } from '../forward'
import { type PageContext, viewOf } from '../send'
import { type Part, partPath, type Result } from './frame'

/** Shows a page of the administration, with the result of a form. */
export type Show = (c: PageContext, result: Result, status?: number) => Promise<Response>

type Sent = { path: string; method: string; json?: unknown; body?: ReadableStream | null; type?: string }

type Shown = {
  part: Part
  show: Show
  /** The input that an error of the API is about. */
  inputOf?: (refusal: Refusal) => string | undefined
  /** The query of the page that the form redirects to: the notice of the saved object. */
  savedOf?: (answer: Response) => Promise<string>
}

/** Sends a form to the API, then shows its page again: with the result, or with the error. */
export async function sendForm(
  c: PageContext,
  app: () => Hono<HttpEnv>,
  { part, show, inputOf = () => undefined, savedOf, ...sent }: Sent & Shown,
): Promise<Response> {
  const { path, ...request } = sent
  const answer = await forward(c, app, path, request)
  if (!answer.ok) return show(c, await refusedAt(answer, inputOf), answer.status)
  return c.redirect(`${c.get('ctx').baseUrl}${partPath(part)}${(await savedOf?.(answer)) ?? '?saved'}`, 303)
}

/** The result of a form that was sent before the page was loaded. */
export const resultOf = (c: PageContext, message: 'saved' | 'started'): Result =>
  c.req.query('saved') === undefined ? {} : { done: viewOf(c).say(message) }
