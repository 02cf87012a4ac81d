/** The errors that the application reports about the draft, by the WebSocket. */
import { retries } from '../../../limits/service/islands'
import { isPlainObject } from './model'
import type { Settings } from './settings'

/** Calls `onError` with the message of each error, and with that of the last one after each connection. */
export function followErrors({ api, baseUrl }: Settings, onError: (message: string) => void): void {
  const channel = `applications/${api.slice(api.lastIndexOf('/') + 1)}/draft-error`
  const connect = (retryMs: number) => {
    const socket = new WebSocket(`${baseUrl.replace(/^http/, 'ws')}/`)
    let nextRetryMs = Math.min(retries.maxMs, retryMs * 2)
    socket.addEventListener('open', () => socket.send(JSON.stringify({ type: 'subscribe', channel })))
    socket.addEventListener('message', ({ data }) => {
      const message: unknown = JSON.parse(String(data))
      if (!isPlainObject(message)) return
      if (message.type === 'subscribe-confirm') {
        nextRetryMs = retries.firstMs
        void readError(api).then((text) => text && onError(text))
      } else if (message.type === 'message' && isPlainObject(message.data)) onError(String(message.data.message ?? ''))
    })
    socket.addEventListener('close', () => setTimeout(connect, retryMs, nextRetryMs))
  }
  connect(retries.firstMs)
}

async function readError(api: string): Promise<string> {
  try {
    const answer = await fetch(`${api}?select=errorMessageDraft`)
    if (!answer.ok) return ''
    const { errorMessageDraft = '' } = (await answer.json()) as { errorMessageDraft?: string } // an application
    return errorMessageDraft
  } catch {
    return ''
  }
}
