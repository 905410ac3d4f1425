const OCTET = /^(?:0|[1-9][0-9]{0,2})$/
const GROUP = /^[0-9a-fA-F]{1,4}$/

/** True for an IPv4 address in dotted decimals, or an IPv6 address without zone or brackets. */
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
