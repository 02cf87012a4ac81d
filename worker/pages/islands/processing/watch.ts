/**
 * Follows the processing of a dataset to its end. The WebSocket sends each step; without a connection,
 * or without messages, the status is polled.
 */
import { polling } from '../../../limits/service/islands'

export type Step = { task?: string; progress?: number }

const ended = new Set(['finalized', 'error'])

/** @param base address of the service, @param id of the dataset */
export async function watchProcessing(base: string, id: string, onStep: (step: Step) => void): Promise<void> {
  const api = `${base}/api/v1/datasets/${id}`
  const socket = new Announcements(base, id, onStep)
  try {
    for (let wait = polling.firstMs; ; wait = Math.min(polling.maxMs, wait * 1.4)) {
      const answer = await fetch(`${api}?draft=true`)
      if (answer.ok) {
        const { status } = (await answer.json()) as { status: string } // a dataset
        if (ended.has(status)) return
        if (!socket.isOpen) onStep((await (await fetch(`${api}/task-progress`)).json()) as Step) // of task-progress
      }
      await Promise.race([new Promise((resolve) => setTimeout(resolve, wait)), socket.nextEnd()])
    }
  } finally {
    socket.close()
  }
}

/** A message of the WebSocket about the dataset. */
class Announcements {
  #socket: WebSocket
  #onEnd: (() => void)[] = []

  constructor(base: string, id: string, onStep: (step: Step) => void) {
    this.#socket = new WebSocket(`${base.replace(/^http/, 'ws')}/`)
    this.#socket.addEventListener('open', () => {
      for (const subject of ['task-progress', 'journal']) {
        this.#socket.send(JSON.stringify({ type: 'subscribe', channel: `datasets/${id}/${subject}` }))
      }
    })
    this.#socket.addEventListener('message', ({ data }) => {
      const {
        type,
        channel = '',
        data: event = {},
      } = JSON.parse(String(data)) as {
        type: string
        channel?: string
        data?: Step & { type?: string }
      } // of the protocol
      if (type !== 'message') return
      if (channel.endsWith('/task-progress') && event.task) onStep(event)
      if (event.type === 'finalize-end' || event.type === 'error')
        for (const resolve of this.#onEnd.splice(0)) resolve()
    })
  }

  get isOpen(): boolean {
    return this.#socket.readyState === WebSocket.OPEN
  }

  /** Resolves when the journal has a final event. */
  nextEnd(): Promise<void> {
    return new Promise((resolve) => this.#onEnd.push(resolve))
  }

  close(): void {
    this.#socket.close()
  }
}
