/** Adds what a run says to its log, and reloads the page when the run ends. */
import { polling } from '../../limits/service/islands'
import { reloadUnlessLeaving } from './processing/reload'

type Entry = { type: string; date: string; msg: string; progress?: number; total?: number }
type Message = { type: string; channel?: string; data?: { _id?: string; log?: Entry; patch?: { status?: string } } }

const list = document.querySelector<HTMLElement>('[data-run-log]')
const [, base, id] = /^(.*)\/api\/v1\/collectors\/(.+)$/.exec(list?.dataset.collector ?? '') ?? []
const run = list?.dataset.runLog
const ended = new Set(['finished', 'error', 'killed'])

if (list && base !== undefined && id && run) {
  listen(list, `${base.replace(/^http/, 'ws')}/`, id, run)
  // Without a socket, or when its last message was lost.
  setInterval(() => void reloadOnceEnded(base, run), polling.collectorMs)
}

async function reloadOnceEnded(address: string, shown: string): Promise<void> {
  const response = await fetch(`${address}/api/v1/collector-runs/${shown}`).catch(() => undefined)
  if (!response?.ok) return
  const { status } = (await response.json()) as { status: string } // a run
  if (ended.has(status)) reloadUnlessLeaving()
}

function listen(log: HTMLElement, address: string, collector: string, shown: string): void {
  const socket = new WebSocket(address)
  socket.addEventListener('open', () => {
    for (const subject of ['run-log', 'run-patch']) {
      socket.send(JSON.stringify({ type: 'subscribe', channel: `collectors/${collector}/${subject}` }))
    }
  })
  socket.addEventListener('message', ({ data }) => {
    const message = JSON.parse(String(data)) as Message // of the protocol
    if (message.type !== 'message' || message.data?._id !== shown) return
    if (message.data.log) show(log, message.data.log)
    if (ended.has(message.data.patch?.status ?? '')) reloadUnlessLeaving()
  })
}

/** Adds an entry; that of a task replaces the earlier one. */
function show(log: HTMLElement, { type, date, msg, progress, total }: Entry): void {
  log.querySelector('.quiet')?.remove()
  const earlier = [...log.children].find((item) => type === 'task' && item.getAttribute('data-task') === msg)
  const item = document.createElement('li')
  item.className = type === 'error' ? 'danger' : type === 'warning' ? 'warn' : type === 'step' ? 'ok' : ''
  if (type === 'task') item.dataset.task = msg
  const time = document.createElement('time')
  time.dateTime = date
  time.textContent = new Date(date).toLocaleTimeString(document.documentElement.lang)
  const text = document.createElement(type === 'step' ? 'strong' : 'span')
  text.textContent = progress === undefined ? msg : `${msg} ${progress}${total ? ` / ${total}` : ''}`
  const body = document.createElement('div')
  body.append(text)
  item.append(time, body)
  if (earlier) earlier.replaceWith(item)
  else log.append(item)
}
