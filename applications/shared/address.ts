/** The address of the page, in which an application keeps its state. The page that frames it may keep it in its own. */
import { useEffect, useState } from 'preact/hooks'

type Listener = (address: URLSearchParams) => void
const listeners = new Set<Listener>()

const current = () => new URLSearchParams(location.search)
const announce = () => {
  for (const listener of listeners) listener(current())
}

/** Follows the buttons of the browser and the changes that the page outside of the frame asks for. */
export function followAddress(): void {
  addEventListener('popstate', announce)
  // The script of the frame protocol hands over new addresses of the same page to a router.
  Object.assign(window, {
    vIframeOptions: {
      router: {
        options: { base: '' },
        replace: (path: string) => {
          const next = new URL(path, location.origin)
          if (next.pathname !== location.pathname) location.assign(next)
          else writeAddress(next.searchParams, 'replace')
        },
      },
    },
  })
}

function writeAddress(next: URLSearchParams, mode: 'push' | 'replace'): void {
  const query = next.toString()
  if (query === current().toString()) return
  const address = `${location.pathname}${query && `?${query}`}${location.hash}`
  if (mode === 'push') history.pushState(null, '', address)
  else history.replaceState(null, '', address)
  announce()
}

/** The parameters of the address, and how to change them. `replace` adds no step to the history. */
export function useAddress(): [URLSearchParams, (next: URLSearchParams, mode?: 'push' | 'replace') => void] {
  const [address, setAddress] = useState(current)
  useEffect(() => {
    listeners.add(setAddress)
    return () => {
      listeners.delete(setAddress)
    }
  }, [])
  return [address, (next, mode = 'push') => writeAddress(next, mode)]
}

/** The parameters with one changed; without it when the value is empty. */
export function withParameter(address: URLSearchParams, name: string, value: string): URLSearchParams {
  const next = new URLSearchParams(address)
  if (value) next.set(name, value)
  else next.delete(name)
  return next
}
