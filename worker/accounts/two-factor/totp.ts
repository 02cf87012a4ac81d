/** Time-based one-time passwords (RFC 6238), with the parameters that all authenticator applications have: SHA-1, 6 digits, 30 s. */
import { createHmac, timingSafeEqual } from 'node:crypto'
import { limits } from '../../limits'

const { stepMs, digits, skewSteps, secretBytes } = limits.twoFactor
const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'

/** A random secret in base32 (RFC 4648), without padding. */
export function newSecret(): string {
  return base32(crypto.getRandomValues(new Uint8Array(secretBytes)))
}

/** The code of a secret at a time step. */
export function codeAt(secret: string, step: number): string {
  const counter = Buffer.alloc(8)
  counter.writeBigUInt64BE(BigInt(step))
  const digest = createHmac('sha1', bytesOf(secret)).update(counter).digest()
  const offset = (digest.at(-1) ?? 0) & 0x0f
  const number = digest.readUInt32BE(offset) & 0x7fff_ffff
  return String(number % 10 ** digits).padStart(digits, '0')
}

/** The time step that a code is of, where clocks may differ by a step; undefined for a wrong code. */
export function stepOf(secret: string, code: string, nowMs: number): number | undefined {
  if (code.length !== digits || !/^\d+$/.test(code)) return undefined
  const current = Math.floor(nowMs / stepMs)
  const steps = Array.from({ length: 2 * skewSteps + 1 }, (_, at) => current - skewSteps + at)
  return steps.find((step) => timingSafeEqual(Buffer.from(codeAt(secret, step)), Buffer.from(code)))
}

/** The address that a QR code gives to an authenticator application. */
export function enrolmentUri(secret: string, { issuer, account }: { issuer: string; account: string }): string {
  const label = [issuer, account].map(encodeURIComponent).join(':')
  return `otpauth://totp/${label}?${new URLSearchParams({ secret, issuer })}`
}

/** Bytes in base32 (RFC 4648), without padding. */
export function base32(bytes: Uint8Array): string {
  let [text, buffer, bits] = ['', 0, 0]
  for (const byte of bytes) {
    buffer = ((buffer << 8) | byte) & 0xfff
    bits += 8
    while (bits >= 5) {
      bits -= 5
      text += alphabet.charAt((buffer >> bits) & 31)
    }
  }
  return bits > 0 ? text + alphabet.charAt((buffer << (5 - bits)) & 31) : text
}

function bytesOf(secret: string): Buffer {
  let [buffer, bits] = [0, 0]
  const bytes: number[] = []
  for (const letter of secret) {
    buffer = ((buffer << 5) | alphabet.indexOf(letter)) & 0xfff
    bits += 5
    if (bits >= 8) {
      bits -= 8
      bytes.push((buffer >> bits) & 0xff)
    }
  }
  return Buffer.from(bytes)
}
