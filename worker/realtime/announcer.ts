import type { Channel } from './channel'

/**
 * The way to the live channels, from after a commit. None of these fails: what is in the journal is sent by the next call
 * or by the watchdog, and the rest only tells of work that goes on without it.
 */
export type Realtime = {
  /** The journal of a dataset has grown: its channel reads what it has not sent yet. */
  journaled: (dataset: string) => Promise<void>
  /** Something that is not in the journal: told to those who listen now. */
  tell: (dataset: string, subject: 'journal' | 'task-progress', data: LiveData) => Promise<void>
  /** Someone may have lost a right, or the dataset is gone: every listener is checked again. */
  rightsChanged: (dataset: string) => Promise<void>
}

export type LiveData = Record<string, string | number | boolean>

export function announcer(
  channels: DurableObjectNamespace<Channel>,
  log: (level: 'warn', message: string, facts: Record<string, unknown>) => void,
): Realtime {
  const sending = async (dataset: string, send: (channel: DurableObjectStub<Channel>) => Promise<void>) => {
    try {
      await send(channels.getByName(dataset))
    } catch (error) {
      log('warn', 'a live channel could not be reached', { dataset, error: String(error) })
    }
  }
  return {
    journaled: (dataset) => sending(dataset, (channel) => channel.journaled(dataset)),
    tell: (dataset, subject, data) => sending(dataset, (channel) => channel.tell(dataset, subject, data)),
    rightsChanged: (dataset) => sending(dataset, (channel) => channel.rightsChanged(dataset)),
  }
}
