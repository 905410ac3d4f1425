/**
 * Whether an address is a page that our listeners serve to customers: the demo shop or the form. Those open in a
 * window of ours, everything else is for the system browser. No scheme but http and https has an origin of theirs.
 * @param customerPages origins of those listeners
 */
export function isCustomerPage(address: string, customerPages: readonly string[]): boolean {
  if (!URL.canParse(address)) return false
  const { protocol, origin, username, password } = new URL(address)
  return /^https?:$/.test(protocol) && username === '' && password === '' && customerPages.includes(origin)
}
