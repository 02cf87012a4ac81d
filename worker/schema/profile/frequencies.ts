/**
 * `Frequencies`: how often each value of a column occurs and how many distinct ones there are, in bounded memory. Exact
 * while the column has few values and the shared budget lasts; beyond, the distinct count is a sketch, and only values
 * that occur often are counted.
 */
import { limits } from '../../limits'
import { hashOf, Sketch } from './sketch'
import { TextCounts } from './text-counts'

/** Values that the profiles of one dataset may still count together. */
export type Budget = { left: number }

export type FrequenciesState = {
  values: [string, number][]
  isFollowing: boolean
  lost: number
  seen: number
  seenAtPruning: number
  keptAtPruning: number
  sketch: string | null
}

export class Frequencies {
  #counts = new TextCounts()
  #sketch: Sketch | undefined
  #isFollowing = true
  /** Maximum count of a value that was pruned before it occurred again. */
  #lost = 0
  #seen = 0
  #seenAtPruning = 0
  #keptAtPruning = 0
  readonly #budget: Budget
  readonly #onDropped: (text: string, count: number) => void

  /** `onDropped` is called for each value that is no longer counted, with its count. */
  constructor(budget: Budget, onDropped: (text: string, count: number) => void) {
    this.#budget = budget
    this.#onDropped = onDropped
  }

  get isExact(): boolean {
    return this.#sketch === undefined
  }

  get cardinality(): number {
    return this.#sketch?.estimate() ?? this.#counts.size
  }

  /** Counts a value that is already in the table; false when it is not. */
  count(text: string): boolean {
    if (!this.#isFollowing) return false
    this.#seen++
    return this.#counts.increment(text)
  }

  /** Adds a value for which `count` returned false; true when it is counted from now on. */
  learn(text: string, hash: number): boolean {
    this.#sketch?.add(hash)
    if (!this.#isFollowing) return false
    if (this.#counts.size >= limits.schema.maxTrackedValues || this.#budget.left <= 0) {
      if (!this.#sketch) {
        this.#sketch = new Sketch()
        for (const [value] of this.#counts.entries()) this.#sketch.add(hashOf(value))
        this.#sketch.add(hash)
      }
      this.#prune()
      if (!this.#isFollowing) return false
    }
    this.#counts.add(detached(text), 1)
    this.#budget.left--
    return true
  }

  /** Counted values, in the order of their first occurrence. */
  entries(): Iterable<[string, number]> {
    return this.#counts.entries()
  }

  /** Most frequent first, ties in first-seen order. When not exact: only values surely frequent, with a lower bound. */
  mostFrequent(): [string, number][] {
    const sorted = [...this.entries()].sort((a, b) => b[1] - a[1])
    if (this.isExact) return sorted
    return sorted.filter(([, count]) => count > this.#lost).slice(0, limits.schema.maxFrequent)
  }

  toJSON(): FrequenciesState {
    return {
      values: [...this.entries()],
      isFollowing: this.#isFollowing,
      lost: this.#lost,
      seen: this.#seen,
      seenAtPruning: this.#seenAtPruning,
      keptAtPruning: this.#keptAtPruning,
      sketch: this.#sketch?.toJSON() ?? null,
    }
  }

  static fromJSON(
    state: FrequenciesState,
    budget: Budget,
    onDropped: (text: string, count: number) => void,
  ): Frequencies {
    const frequencies = new Frequencies(budget, onDropped)
    frequencies.#counts = new TextCounts(state.values)
    budget.left -= state.values.length
    frequencies.#isFollowing = state.isFollowing
    frequencies.#lost = state.lost
    frequencies.#seen = state.seen
    frequencies.#seenAtPruning = state.seenAtPruning
    frequencies.#keptAtPruning = state.keptAtPruning
    if (state.sketch !== null) frequencies.#sketch = Sketch.fromJSON(state.sketch)
    return frequencies
  }

  /**
   * Makes room by pruning the rarer half (Manku and Motwani, "Approximate frequency counts over data streams",
   * 2002), or gives up when values hardly repeat: an identifier has no frequent values, and each lookup costs time.
   */
  #prune(): void {
    const learned = this.#counts.size - this.#keptAtPruning
    const counts = this.#counts.counts().toSorted((a, b) => a - b)
    const median = counts[Math.floor(counts.length / 2)] ?? 0
    const isHopeless = this.#seen - this.#seenAtPruning < 2 * learned || learned === 0
    const frequent: [string, number][] = []
    for (const [text, count] of this.entries()) {
      if (!isHopeless && count > median) frequent.push([text, count])
      else this.#onDropped(text, count)
    }
    this.#budget.left += this.#counts.size - frequent.length
    this.#counts = new TextCounts(frequent)
    this.#isFollowing = !isHopeless
    this.#lost += median
    this.#seenAtPruning = this.#seen
    this.#keptAtPruning = frequent.length
  }
}

/**
 * A copy that does not retain the chunk of the file that the text is a slice of (V8 slices are views from 13 characters).
 */
function detached(text: string): string {
  if (text.length < 13) return text
  const codes = new Array<number>(text.length)
  for (let at = 0; at < text.length; at++) codes[at] = text.charCodeAt(at)
  return String.fromCharCode(...codes)
}
