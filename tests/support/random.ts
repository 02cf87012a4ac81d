/** Reproducible random values: the same seed gives the same sequence. */
export function seeded(seed: number): {
  next: () => number
  whole: (below: number) => number
  pick: <T>(from: readonly [T, ...T[]]) => T
} {
  let state = seed >>> 0
  // mulberry32
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
  const whole = (below: number) => Math.floor(next() * below)
  return { next, whole, pick: (from) => from[whole(from.length)] ?? from[0] }
}
