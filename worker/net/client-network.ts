/** The caller that rate limits count without a session. Pure. */
import { groupsOf } from './outgoing-address'

/**
 * The network of a caller, from `cf-connecting-ip`: an IPv4 address, or the /64 of an IPv6 address, which one customer has for
 * itself (RFC 6177) and could otherwise use address by address. Undefined without the header: only Cloudflare
 * sets it reliably.
 */
export function clientNetwork(headers: Headers): string | undefined {
  const address = headers.get('cf-connecting-ip')
  if (!address) return undefined
  const groups =
    address.includes(':') && URL.canParse(`http://[${address}]/`) ? groupsOf(canonical(address)) : undefined
  // IPv4 addresses that are written as IPv6 (RFC 4291, section 2.5.5) have the same /64.
  const isMapped = groups?.slice(0, 5).every((group) => group === 0)
  return groups && !isMapped
    ? `${groups
        .slice(0, 4)
        .map((group) => group.toString(16))
        .join(':')}::/64`
    : address
}

/** The canonical form of an IPv6 address, as the URL parser writes it (RFC 5952). */
const canonical = (address: string): string => new URL(`http://[${address}]/`).hostname.slice(1, -1)
