// In place of the WebAssembly of ssh2 for the cipher chacha20-poly1305, which `open-sftp.ts` does not offer.
const refuse = () => {
  throw new Error('chacha20-poly1305 is not available')
}
module.exports = async () => ({ cwrap: () => refuse, _malloc: () => 0, HEAPU8: new Uint8Array(1) })
