/** Suffixes of names that are not in the public DNS (RFC 6761, RFC 6762, and `.internal` of ICANN). */
const privateSuffix = /\.(localhost|local|internal|test)$/

/** Whether a host is a name of the public DNS: not an address, not a name of a private network. Pure. */
export function isPublicDomain(hostname: string): boolean {
  return (
    hostname.includes('.') && !/^[\d.]+$/.test(hostname) && !hostname.endsWith(']') && !privateSuffix.test(hostname)
  )
}
