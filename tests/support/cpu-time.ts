/** The CPU time of this process so far, in milliseconds: unlike the time of day it does not depend on other processes. */
export function cpuMs(): number {
  const { user, system } = process.cpuUsage()
  return (user + system) / 1_000
}
