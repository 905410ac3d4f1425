import { decodeBase64 } from '#lib/bytes/base64'
import { isRecord } from '#lib/json/node'
import { parseJson, parseJsonBytes } from '#lib/json/parse'
import { MINUTE_MS } from '#lib/time/time'

/** `YYYY-MM-DD`; such strings sort by date. */
export type CalendarDay = string

/** Reads DD-MM-YYYY; null if the (Gregorian) calendar has no such day. */
export function readCalendarDay(text: string): CalendarDay | null {
  const day = text.split('-').toReversed().join('-')
  const at = Date.parse(day)
  // `Date` reads 30 February as a day in March.
  const exists = !Number.isNaN(at) && new Date(at).toISOString().startsWith(day)
  return exists && !day.startsWith('0000') ? day : null
}

const OCTET = /^(?:0|[1-9][0-9]{0,2})$/

/** Dotted-decimal IPv4, or IPv6 without zone or brackets. */
export function isIpAddress(text: string): boolean {
  if (text.includes(':')) return /^[0-9a-f:.]+$/i.test(text) && URL.canParse(`http://[${text}]`)
  const octets = text.split('.')
  return octets.length === 4 && octets.every((octet) => OCTET.test(octet) && Number(octet) <= 255)
}

/** Reads a switch of the form (contract 2.6, 7.3); null if the word is not a switch value. */
export function readSwitch(text: string): boolean | null {
  if (/^(?:1|[tT]rue)$/.test(text)) return true
  return /^(?:0|[fF]alse)$/.test(text) ? false : null
}

const MOMENT =
  /^(\d{4})-(\d{2})-(\d{2})T(?:[01]\d|2[0-3]):[0-5]\d(?::([0-5]\d)(?:\.\d{1,9})?)?(Z|([+-])([01]\d|2[0-3])(?::?([0-5]\d))?)?$/

/** Epoch milliseconds; null if invalid or without an offset (contract 7.3). With `isLocal`, no offset means UTC. */
export function readMoment(text: string, isLocal = false): number | null {
  const [, year, month, day, second = '00', zone, sign, offsetHours, offsetMinutes] = MOMENT.exec(text) ?? []
  if (year === undefined || (zone === undefined && !isLocal)) return null
  if (readCalendarDay(`${day ?? ''}-${month ?? ''}-${year}`) === null) return null
  const offset = (Number(offsetHours ?? 0) * 60 + Number(offsetMinutes ?? 0)) * (sign === '-' ? -1 : 1)
  return Date.parse(`${text.slice(0, 16)}:${second}Z`) - offset * MINUTE_MS
}

export type Block = Readonly<Record<string, unknown>>

/** Null if the text is not a JSON object. */
export function readJsonObject(text: string): Block | null {
  const json = parseJson(text)
  return json.ok && isRecord(json.plain) ? json.plain : null
}

/** Decodes a JSON object in Base64 (contract 7.3), or returns what is wrong with the text. */
export function readBlock(text: string): Block | string {
  const bytes = decodeBase64(text)
  if (bytes === undefined) {
    return 'Must be base64 with the standard alphabet and its = at the end; in a query, write + as %2B, / as %2F and = as %3D.'
  }
  const json = parseJsonBytes(bytes)
  if (!json.ok) return `The decoded base64 is not JSON. ${json.message}`
  return isRecord(json.plain) ? json.plain : 'The base64 must contain a JSON object, not other JSON.'
}
