import type { Client, Subscription } from './client'
import type { Subject } from './protocol'

/** The subscriptions of a hub, by dataset: kept in memory, rebuilt from the attachments after hibernation. */
export class Listeners {
  readonly #byDataset = new Map<string, Set<Subscription>>()

  add(subscription: Subscription): void {
    const { dataset } = subscription.channel
    const among = this.#byDataset.get(dataset) ?? new Set()
    this.#byDataset.set(dataset, among.add(subscription))
  }

  remove(subscription: Subscription): void {
    const { dataset } = subscription.channel
    const among = this.#byDataset.get(dataset)
    among?.delete(subscription)
    if (among?.size === 0) this.#byDataset.delete(dataset)
  }

  addAll(client: Client): void {
    for (const subscription of client.subscriptions.values()) this.add(subscription)
  }

  has(dataset: string): boolean {
    return this.#byDataset.has(dataset)
  }

  of(dataset: string, subject?: Subject): Subscription[] {
    const among = [...(this.#byDataset.get(dataset) ?? [])]
    return subject ? among.filter(({ channel }) => channel.subject === subject) : among
  }

  datasets(): string[] {
    return [...this.#byDataset.keys()]
  }
}
