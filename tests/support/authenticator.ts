/** An authenticator of WebAuthn with one passkey (P-256), which is stored for a user. */
import { env } from 'cloudflare:workers'
import { createHash } from 'node:crypto'
import { origin } from './http'

const sha256 = (bytes: string | Uint8Array): Buffer => createHash('sha256').update(bytes).digest()
const base64url = (bytes: Uint8Array | string): string => Buffer.from(bytes).toString('base64url')
const presentFlag = 1
const verifiedFlag = 4

/** @returns the answer to a challenge, of a user that the authenticator has verified or not */
export async function authenticatorOf(userId: string) {
  const algorithm = { name: 'ECDSA', namedCurve: 'P-256' }
  // Casts: the types of the platform do not tell which algorithms make pairs, and which formats are JSON.
  const { privateKey, publicKey } = (await crypto.subtle.generateKey(algorithm, true, ['sign'])) as CryptoKeyPair
  const { x = '', y = '' } = (await crypto.subtle.exportKey('jwk', publicKey)) as JsonWebKey
  const coordinate = (text: string) => [0x58, 32, ...Buffer.from(text, 'base64url')]
  // COSE (RFC 9053): EC2, ES256, P-256.
  const cose = [0xa5, 1, 2, 3, 0x26, 0x20, 1, 0x21, ...coordinate(x), 0x22, ...coordinate(y)]
  const id = base64url(crypto.getRandomValues(new Uint8Array(16)))
  await env.DB.prepare(
    `insert into passkey (id, userId, publicKey, credentialID, counter, deviceType, backedUp) values (?1, ?2, ?3, ?1, 0, 'singleDevice', 0)`,
  )
    .bind(id, userId, Buffer.from(cose).toString('base64'))
    .run()
  let counter = 0
  return async (challenge: string, isVerified: boolean) => {
    const clientData = JSON.stringify({ type: 'webauthn.get', challenge, origin })
    const flags = presentFlag | (isVerified ? verifiedFlag : 0)
    const data = Buffer.from([...sha256(new URL(origin).hostname), flags, 0, 0, 0, ++counter])
    const signed = Buffer.concat([data, sha256(clientData)])
    const raw = Buffer.from(await crypto.subtle.sign({ name: 'ECDSA', hash: 'SHA-256' }, privateKey, signed))
    const response = {
      clientDataJSON: base64url(clientData),
      authenticatorData: base64url(data),
      signature: base64url(derOf(raw)),
    }
    return { id, rawId: id, type: 'public-key', clientExtensionResults: {}, response }
  }
}

/** A signature of two numbers of 32 bytes, as WebAuthn has it (ASN.1 DER). */
function derOf(raw: Buffer): Buffer {
  const numbers = [raw.subarray(0, 32), raw.subarray(32)].map((bytes) => {
    const first = bytes.findIndex((byte) => byte !== 0)
    const digits = bytes.subarray(first)
    const positive = (digits[0] ?? 0) & 0x80 ? Buffer.from([0, ...digits]) : digits
    return Buffer.from([2, positive.length, ...positive])
  })
  const body = Buffer.concat(numbers)
  return Buffer.from([0x30, body.length, ...body])
}
