/** A random seed of 32 bits for a hash table of values that strangers choose: they cannot choose values with one hash. */
export const randomSeed = (): number => crypto.getRandomValues(new Uint32Array(1))[0] ?? 0
