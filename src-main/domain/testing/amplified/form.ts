import { encodeUtf8 } from '#lib/bytes/utf8'
import { hostileJson } from './json'
import { budgetWithin, MAX_DIFFERENT, pick, spread, type Random } from './random'

const PARAMETERS = [
  'project_id', 'payment_id', 'payment_amount', 'payment_currency', 'signature', 'customer_id', 'redirect_return_url',
  'additional_parameters', 'card', 'avs_data', 'recurring', 'receipt_data', '_referrer', 'a', '',
] as const // prettier-ignore

/** What a name or value of a form is made of: separators, broken escapes, bytes that are not UTF-8. */
const FORM_PIECES = [
  '%',
  '%zz',
  '%25',
  '%E9',
  '%3B',
  '%00',
  '+',
  'k',
  ';',
  '=',
  '%F0%9F%98%80',
  '\xff',
  '0',
] as const

/** Half a surrogate pair becomes what it is in UTF-8, the replacement character. */
const percentEncoded = (text: string): string =>
  Array.from(encodeUtf8(text), (byte) =>
    byte < 0x80 && /[\w.~-]/.test(String.fromCharCode(byte))
      ? String.fromCharCode(byte)
      : `%${byte.toString(16).padStart(2, '0')}`,
  ).join('')

const formText = (random: Random, maxBytes: number): string => {
  if (maxBytes < 1) return ''
  if (random() < 0.15) return percentEncoded(hostileJson(random, Math.floor(maxBytes / 3))).slice(0, maxBytes)
  const piece = pick(random, FORM_PIECES)
  return piece.repeat(Math.floor(spread(random, maxBytes) / piece.length))
}

/**
 * A form-encoded body (or a query) of at most `maxBytes` bytes: many pairs, repeated names, stray percent signs, long
 * names, JSON inside values, bytes that are not UTF-8.
 */
export const hostileForm = (random: Random, maxBytes: number): Uint8Array => {
  const budget = budgetWithin(random, maxBytes)
  const count = spread(random, Math.max(1, Math.floor(budget / 3)))
  const each = Math.floor(budget / count)
  const different = Math.min(count, MAX_DIFFERENT)
  const sameName = random() < 0.3
  const numbered = random() < 0.4
  const pairs = Array.from({ length: different }, () => {
    const name = random() < 0.5 ? pick(random, PARAMETERS) : formText(random, Math.floor(each / 2))
    const value = formText(random, Math.max(0, each - name.length - 2))
    return { name, value }
  })
  const written: string[] = []
  let left = budget
  for (let at = 0; at < count; at += 1) {
    const { name, value } = pairs[at % different] ?? { name: '', value: '' }
    const pair = `${sameName ? (pairs[0]?.name ?? '') : name}${numbered ? at : ''}=${value}&`
    if (pair.length > left) break
    left -= pair.length
    written.push(pair)
  }
  const text = written.join('')
  const bytes = new Uint8Array(text.length)
  for (let at = 0; at < text.length; at += 1) bytes[at] = text.charCodeAt(at) & 0xff
  return bytes
}
