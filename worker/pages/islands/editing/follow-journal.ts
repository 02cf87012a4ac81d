import { gridLimits } from '../../../limits/service/islands'
import type { Settings } from './settings'

/**
 * Follows the journal of the dataset: each write of anybody is announced there within a second.
 *
 * @param onNews called for each connection and each write; `mayHaveWrites` is false for the first connection
 */
export function followJournal(
  { baseUrl, id }: Pick<Settings, 'baseUrl' | 'id'>,
  onNews: (mayHaveWrites: boolean) => void,
  isAgain = false,
): void {
  const socket = new WebSocket(`${baseUrl.replace(/^http/, 'ws')}/`)
  socket.addEventListener('open', () => {
    socket.send(JSON.stringify({ type: 'subscribe', channel: `datasets/${id}/journal` }))
    // Writes were not announced while there was no connection.
    onNews(isAgain)
  })
  socket.addEventListener('message', ({ data }) => {
    const { type, data: event } = JSON.parse(String(data)) as { type: string; data?: { type?: string } } // of the protocol
    if (type === 'message' && event?.type === 'finalize-end') onNews(true)
  })
  socket.addEventListener('close', () =>
    setTimeout(() => followJournal({ baseUrl, id }, onNews, true), gridLimits.reconnectMs),
  )
}
