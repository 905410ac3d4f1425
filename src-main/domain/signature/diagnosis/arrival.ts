import { assertNever } from '#lib/assert-never'
import { decodeUtf8 } from '#lib/bytes/utf8'

/** Ways to undo a change that a text underwent between signing and arrival. */
export type Arrival =
  | 'htmlUnescaped'
  | 'percentDecoded'
  | 'plusForSpace'
  | 'composed'
  | 'noneEmptied'
  | 'trimmed'
  | 'latin1Undone'
  | 'unslashed'

/** Undoes a change: the text as it was when it was signed. */
export const beforeArrival = (text: string, arrival: Arrival): string => {
  switch (arrival) {
    case 'htmlUnescaped':
      return htmlUnescaped(text)
    case 'percentDecoded':
      return decodedOnce(text)
    case 'plusForSpace':
      return text.replaceAll(' ', '+')
    case 'composed':
      return text.normalize('NFC')
    case 'noneEmptied':
      return text === 'None' || text === 'null' ? '' : text
    case 'trimmed':
      return text.trim()
    case 'latin1Undone':
      return latin1Undone(text)
    case 'unslashed':
      return text.replaceAll('\\/', '/')
    default:
      return assertNever(arrival)
  }
}

/** Percent-decodes a text once more; one that cannot be decoded stays as it is. */
export const decodedOnce = (text: string): string => {
  if (!text.includes('%')) return text
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

const ENTITIES: readonly (readonly [entity: RegExp, character: string])[] = [
  [/&#0*39;|&#x0*27;|&apos;/gi, "'"],
  [/&quot;|&#0*34;/gi, '"'],
  [/&gt;/gi, '>'],
  [/&lt;/gi, '<'],
  [/&amp;/gi, '&'],
]

const htmlUnescaped = (text: string): string =>
  text.includes('&')
    ? ENTITIES.reduce((plain, [entity, character]) => plain.replace(entity, character), text)
    : text

/** UTF-8 that was taken for Latin-1 and encoded once more: `Ã«` was `ë`. */
const latin1Undone = (text: string): string => {
  if (!/[\u00c2-\u00f4][\u0080-\u00bf]/.test(text) || /[\u0100-\uffff]/.test(text)) return text
  return decodeUtf8(Uint8Array.from(text, (character) => character.charCodeAt(0))) ?? text
}
