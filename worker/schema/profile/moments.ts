/** `Moments`: the sum of a stream of numbers, and their standard deviation as of a whole population; in constant memory. */

export type MomentsState = { count: number; origin: number; sum: number; squares: number }

export class Moments {
  #count = 0
  /** The first value: squares of differences from it keep their digits. */
  #origin = 0
  #sum = 0
  #squares = 0

  add(value: number, times: number): void {
    if (this.#count === 0) this.#origin = value
    const away = value - this.#origin
    this.#count += times
    this.#sum += away * times
    this.#squares += away * away * times
  }

  get sum(): number {
    return this.#origin * this.#count + this.#sum
  }

  get deviation(): number {
    return Math.sqrt(Math.max(0, this.#squares - (this.#sum * this.#sum) / this.#count) / this.#count)
  }

  toJSON(): MomentsState {
    return { count: this.#count, origin: this.#origin, sum: this.#sum, squares: this.#squares }
  }

  static fromJSON({ count, origin, sum, squares }: MomentsState): Moments {
    const moments = new Moments()
    moments.#count = count
    moments.#origin = origin
    moments.#sum = sum
    moments.#squares = squares
    return moments
  }
}
