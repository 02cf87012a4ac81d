import type { Channel } from './channel'
import { KeyedMutex } from './keyed-mutex'
import type { Listeners } from './listeners'

/** The channels that a hub is registered with: those of the resources with listeners in the hub. */
export class HubRegistrations {
  readonly #linked: Set<string>
  readonly #mutex = new KeyedMutex()

  constructor(
    private readonly channels: DurableObjectNamespace<Channel>,
    private readonly hub: string,
    private readonly listeners: Listeners,
  ) {
    // Every subscription that survived hibernation was registered before it was confirmed.
    this.#linked = new Set(listeners.resources())
  }

  /** Registers or unregisters the hub with the channel of a resource, according to its listeners at that time. */
  update(resource: string): Promise<void> {
    return this.#mutex.run(resource, async () => {
      const hasListeners = this.listeners.has(resource)
      if (hasListeners === this.#linked.has(resource)) return
      const channel = this.channels.getByName(resource)
      if (hasListeners) {
        await channel.join(resource, this.hub)
        this.#linked.add(resource)
      } else {
        this.#linked.delete(resource)
        await channel.leave(resource, this.hub)
      }
    })
  }
}
