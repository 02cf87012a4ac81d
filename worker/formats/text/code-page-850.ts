/** Code page 850 (Western Europe, MS-DOS), which exports of old programs have, and which `TextDecoder` does not know. */

/** The characters of the bytes from 0x80. */
const upperHalf =
  'ÇüéâäàåçêëèïîìÄÅÉæÆôöòûùÿÖÜø£Ø×ƒáíóúñÑªº¿®¬½¼¡«»░▒▓│┤ÁÂÀ©╣║╗╝¢¥┐└┴┬├─┼ãÃ╚╔╩╦╠═╬¤ðÐÊËÈıÍÎÏ┘┌█▄¦Ì▀ÓßÔÒõÕµþÞÚÛÙýÝ¯´\u00ad±‗¾¶§÷¸°¨·¹³²■\u00a0'

/** Display name of the encoding, and its labels. */
export const codePage850 = 'IBM850'
export const labels850: ReadonlySet<string> = new Set(['ibm850', 'cp850', '850', 'ibm-850', 'cspc850multilingual'])

/** A decoder with the interface of `TextDecoder`. */
export const decoder850 = {
  encoding: 'ibm850',
  decode(bytes: Uint8Array): string {
    let text = ''
    for (const byte of bytes) text += byte < 0x80 ? String.fromCharCode(byte) : upperHalf.charAt(byte - 0x80)
    return text
  },
}
