/** `HH:MM:SS` in UTC. */
export const timeOfDay = (iso: string): string => new Date(iso).toISOString().slice(11, 19)
