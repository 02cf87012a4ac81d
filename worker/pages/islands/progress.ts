/** Reloads the page of a dataset at the end of its processing. */
import { reloadUnlessLeaving } from './processing/reload'
import { watchProcessing } from './processing/watch'

const waiting = document.querySelector<HTMLElement>('[data-progress]')
const [, base, id] = /^(.*)\/api\/v1\/datasets\/(.+)$/.exec(waiting?.dataset.progress ?? '') ?? []
if (base !== undefined && id) void watchProcessing(base, id, () => {}).then(reloadUnlessLeaving)
