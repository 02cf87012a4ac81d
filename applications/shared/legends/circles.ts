/** Circles whose area grows with a number. Pure. */

export type Circle = { value: number; radius: number }

/** Pixels of the circles of zero and of the largest number. */
export const radii = { least: 3, most: 22 } as const

/** The radius of a number in pixels: its square root, so that a number four times as large has four times the area. */
export function radiusOf(value: number, max: number): number {
  const share = max > 0 && value > 0 ? Math.min(1, value / max) : 0
  return radii.least + (radii.most - radii.least) * Math.sqrt(share)
}

/** The circles of a legend: a round number near the largest one, and smaller ones. */
export function circlesOf(max: number): Circle[] {
  if (!(max > 0) || !Number.isFinite(max)) return []
  const values = [max, max / 4, max / 20].map((value) => {
    const step = 10 ** Math.floor(Math.log10(value))
    return Number((Math.floor(value / step + 1e-9) * step).toPrecision(1))
  })
  return [...new Set(values)].reverse().map((value) => ({ value, radius: radiusOf(value, max) }))
}
