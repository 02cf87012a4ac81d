import type { LiveData, Log, Realtime } from './context'

/** The methods of the Durable Object of a dataset, as they are called from outside. */
type ChannelMethods = {
  journaled: (dataset: string, upTo?: number) => Promise<void>
  tell: (dataset: string, subject: 'journal' | 'task-progress', data: LiveData) => Promise<void>
  rightsChanged: (dataset: string) => Promise<void>
}

export function announcer(channels: { getByName: (dataset: string) => ChannelMethods }, log: Log): Realtime {
  const sending = async (dataset: string, send: (channel: ChannelMethods) => Promise<void>) => {
    try {
      await send(channels.getByName(dataset))
    } catch (error) {
      log('warn', 'a live channel could not be reached', { dataset, error: String(error) })
    }
  }
  return {
    journaled: (dataset, upTo) => sending(dataset, (channel) => channel.journaled(dataset, upTo)),
    tell: (dataset, subject, data) => sending(dataset, (channel) => channel.tell(dataset, subject, data)),
    rightsChanged: (dataset) => sending(dataset, (channel) => channel.rightsChanged(dataset)),
  }
}
