/** `YYYY-MM-DD`; such texts compare like their days. */
export type CalendarDay = string

/** Reads DD-MM-YYYY; null if the (Gregorian) calendar has no such day. */
export function readCalendarDay(text: string): CalendarDay | null {
  const [day = '', month = '', year = ''] = text.split('-')
  const dayOfMonth = Number(day)
  const exists =
    Number(year) >= 1 && dayOfMonth >= 1 && dayOfMonth <= daysInMonth(Number(month), Number(year))
  return exists ? `${year}-${month}-${day}` : null
}

function daysInMonth(month: number, year: number): number {
  if (month === 2) return isLeapYear(year) ? 29 : 28
  if (month < 1 || month > 12) return 0
  return month === 4 || month === 6 || month === 9 || month === 11 ? 30 : 31
}

function isLeapYear(year: number): boolean {
  return year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0)
}

const OCTET = /^(?:0|[1-9][0-9]{0,2})$/
const GROUP = /^[0-9a-fA-F]{1,4}$/

/** IPv4 in dotted decimals, or IPv6 without zone or brackets. */
export function isIpAddress(text: string): boolean {
  return isIpv4(text) || isIpv6(text)
}

function isIpv4(text: string): boolean {
  const octets = text.split('.')
  return octets.length === 4 && octets.every((octet) => OCTET.test(octet) && Number(octet) <= 255)
}

function isIpv6(text: string): boolean {
  const halves = text.split('::')
  if (halves.length > 2) return false
  const groups = halves.flatMap((half) => (half === '' ? [] : half.split(':')))
  const last = groups.at(-1)
  const endsInIpv4 = last !== undefined && last.includes('.') && isIpv4(last) && !text.endsWith('::')
  const plain = endsInIpv4 ? groups.slice(0, -1) : groups
  const size = plain.length + (endsInIpv4 ? 2 : 0)
  return plain.every((group) => GROUP.test(group)) && (halves.length === 2 ? size <= 7 : size === 8)
}
