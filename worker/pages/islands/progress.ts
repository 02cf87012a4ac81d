/**
 * Reloads the page of a dataset at the end of its processing. A form `data-continue` continues what an earlier page began, and is sent
 * at once: once, so that the reader who comes back sees it. A form `data-automatic` makes the choice that a file calls for, after which
 * the page has no such form.
 */
import { reloadUnlessLeaving } from './processing/reload'
import { type Step, watchProcessing } from './processing/watch'

const waiting = document.querySelector<HTMLElement>('[data-progress]')
const bar = waiting?.querySelector('progress')
const showStep = ({ progress }: Step): void => {
  if (bar && progress !== undefined) bar.value = progress
}
const [, base, id] = /^(.*)\/api\/v1\/datasets\/(.+)$/.exec(waiting?.dataset.progress ?? '') ?? []
if (base !== undefined && id) void watchProcessing(base, id, showStep).then(reloadUnlessLeaving)

document.querySelector<HTMLFormElement>('form[data-automatic]')?.querySelector('button')?.click()

const continued = document.querySelector<HTMLFormElement>('form[data-continue]')
if (continued) {
  const address = new URL(location.href)
  address.searchParams.delete('continue')
  history.replaceState(history.state, '', address)
  continued.requestSubmit(continued.querySelector<HTMLButtonElement>('button.primary'))
}
