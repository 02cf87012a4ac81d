/** The small build of exifr, which comes without types: JPEG, PNG, TIFF and HEIC headers. */
declare module 'exifr/dist/lite.esm.mjs' {
  const exifr: { parse(bytes: Uint8Array): Promise<unknown> }
  export default exifr
}
