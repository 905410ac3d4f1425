/**
 * Whether an address is a page that our listeners serve to customers: the demo shop or the form. Such a page opens in a
 * window of the program, any other address in the system browser.
 * @param customerPages origins of those listeners
 */
export function isCustomerPage(address: string, customerPages: readonly string[]): boolean {
  if (!URL.canParse(address)) return false
  const { protocol, origin, username, password } = new URL(address)
  return /^https?:$/.test(protocol) && username === '' && password === '' && customerPages.includes(origin)
}
