/** Metres of the units of distances. */
export const metresIn = {
  m: 1,
  km: 1_000,
  mi: 1_609.344,
  yd: 0.9144,
  ft: 0.3048,
  cm: 0.01,
  mm: 0.001,
  nmi: 1_852,
} as const
