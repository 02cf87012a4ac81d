import type { Connection, Subscription } from './connection'
import type { Subject } from './protocol'

/** The subscriptions of a hub, by resource: kept in memory, rebuilt from the attachments after hibernation. */
export class Listeners {
  readonly #byResource = new Map<string, Set<Subscription>>()

  add(subscription: Subscription): void {
    const { resource } = subscription.channel
    const among = this.#byResource.get(resource) ?? new Set()
    this.#byResource.set(resource, among.add(subscription))
  }

  remove(subscription: Subscription): void {
    const { resource } = subscription.channel
    const among = this.#byResource.get(resource)
    among?.delete(subscription)
    if (among?.size === 0) this.#byResource.delete(resource)
  }

  addAll(connection: Connection): void {
    for (const subscription of connection.subscriptions.values()) this.add(subscription)
  }

  has(resource: string): boolean {
    return this.#byResource.has(resource)
  }

  of(resource: string, subject?: Subject): Subscription[] {
    const among = [...(this.#byResource.get(resource) ?? [])]
    return subject ? among.filter(({ channel }) => channel.subject === subject) : among
  }

  resources(): string[] {
    return [...this.#byResource.keys()]
  }
}
