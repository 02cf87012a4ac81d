import type { LiveData, LiveSubject, Log, Realtime } from './context'

/** The methods of the Durable Object of a resource, as they are called from outside. */
type ChannelMethods = {
  journaled: (resource: string, upTo?: number) => Promise<void>
  tell: (resource: string, subject: LiveSubject, data: LiveData) => Promise<void>
  rightsChanged: (resource: string) => Promise<void>
}

export function channelStub(channels: { getByName: (resource: string) => ChannelMethods }, log: Log): Realtime {
  const sending = async (resource: string, send: (channel: ChannelMethods) => Promise<void>) => {
    try {
      await send(channels.getByName(resource))
    } catch (error) {
      log('warn', 'a live channel could not be reached', { resource, error: String(error) })
    }
  }
  return {
    journaled: (resource, upTo) => sending(resource, (channel) => channel.journaled(resource, upTo)),
    tell: (resource, subject, data) => sending(resource, (channel) => channel.tell(resource, subject, data)),
    rightsChanged: (resource) => sending(resource, (channel) => channel.rightsChanged(resource)),
  }
}
