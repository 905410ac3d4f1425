import { encodeUtf8 } from '#lib/bytes/utf8'
import type { FaultCharset } from './fault'

/** Encodes a text in another charset. Characters that latin1 lacks become question marks. */
export function encodeIn(charset: FaultCharset, text: string): Uint8Array {
  switch (charset) {
    case 'utf-16le':
      return units(text, (unit) => [unit & 0xff, unit >> 8])
    case 'utf-16be':
      return units(text, (unit) => [unit >> 8, unit & 0xff])
    case 'latin1':
      return Uint8Array.from(Array.from(text), (character) => {
        const code = character.codePointAt(0) ?? 0x3f
        return code > 0xff ? 0x3f : code
      })
    case 'utf-8-bom':
      return encodeUtf8(`\uFEFF${text}`)
  }
}

/** The name that a Content-Type header gives to the charset. */
export function announcedName(charset: FaultCharset): string {
  switch (charset) {
    case 'utf-16le':
    case 'utf-16be':
      return charset
    case 'latin1':
      return 'iso-8859-1'
    case 'utf-8-bom':
      return 'utf-8'
  }
}

function units(text: string, bytesOf: (unit: number) => readonly [number, number]): Uint8Array {
  const bytes = new Uint8Array(text.length * 2)
  for (let at = 0; at < text.length; at += 1) bytes.set(bytesOf(text.charCodeAt(at)), at * 2)
  return bytes
}
