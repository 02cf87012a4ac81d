/** The resource of the live channels of a collector. */
export const channelOf = (collectorId: string): string => `collectors/${collectorId}`
