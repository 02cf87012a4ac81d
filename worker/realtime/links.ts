import type { Channel } from './channel'
import { Turns } from './keyed-mutex'
import type { Listeners } from './listeners'

/** Which channels know of a hub: those of the datasets that someone listens to there. */
export class Links {
  readonly #linked: Set<string>
  readonly #turns = new Turns()

  constructor(
    private readonly channels: DurableObjectNamespace<Channel>,
    private readonly hub: string,
    private readonly listeners: Listeners,
  ) {
    // Every subscription that survived hibernation was linked before it was confirmed.
    this.#linked = new Set(listeners.datasets())
  }

  /** Makes the channel of a dataset know what is so when its turn comes. */
  update(dataset: string): Promise<void> {
    return this.#turns.take(dataset, async () => {
      const isWanted = this.listeners.has(dataset)
      if (isWanted === this.#linked.has(dataset)) return
      const channel = this.channels.getByName(dataset)
      if (isWanted) {
        await channel.join(dataset, this.hub)
        this.#linked.add(dataset)
      } else {
        this.#linked.delete(dataset)
        await channel.leave(dataset, this.hub)
      }
    })
  }
}
