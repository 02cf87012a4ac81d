import type { Channel } from './channel'
import { Turns } from './keyed-mutex'
import type { Listeners } from './listeners'

/** The channels that a hub is registered with: those of the datasets with listeners in the hub. */
export class Links {
  readonly #linked: Set<string>
  readonly #turns = new Turns()

  constructor(
    private readonly channels: DurableObjectNamespace<Channel>,
    private readonly hub: string,
    private readonly listeners: Listeners,
  ) {
    // Every subscription that survived hibernation was registered before it was confirmed.
    this.#linked = new Set(listeners.datasets())
  }

  /** Registers or unregisters the hub with the channel of a dataset, according to its listeners at that time. */
  update(dataset: string): Promise<void> {
    return this.#turns.take(dataset, async () => {
      const hasListeners = this.listeners.has(dataset)
      if (hasListeners === this.#linked.has(dataset)) return
      const channel = this.channels.getByName(dataset)
      if (hasListeners) {
        await channel.join(dataset, this.hub)
        this.#linked.add(dataset)
      } else {
        this.#linked.delete(dataset)
        await channel.leave(dataset, this.hub)
      }
    })
  }
}
