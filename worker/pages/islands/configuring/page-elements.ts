/** The elements of the configuration page that the server wrote. */
import type { Settings } from './settings'

export function readSettings(): Settings {
  const json = document.querySelector('#settings')?.textContent ?? '{}'
  // Written by the server in this shape.
  return JSON.parse(json) as Settings
}

/** An element of the page that the server wrote. @throws when it is missing */
export function elementById<Kind extends HTMLElement>(id: string): Kind {
  const element = document.getElementById(id)
  if (!element) throw new Error(`#${id} is missing`)
  // The caller names the kind that the server wrote.
  return element as Kind
}
