/** Handlers whose names lack the `EmbeddedMode` that the naming rule would give them (contract 8.8). */
const shortened =
  /^onEmbeddedMode(CheckSubmit|ValidationError|ShowLoader|HideLoader|CheckShippingAddress|CheckShippingMethod|Confirmation)$/

/**
 * Drops each `_`, `.` or space and capitalises the character after it; the result begins in lower case. The browser
 * library puts this function on `String.prototype` (contract 8.1), so it must run in old browsers.
 */
export function camelCase(text: string): string {
  const joined = text.replace(/[_. ](.)/g, (_, next: string) => next.toUpperCase())
  return joined.charAt(0).toLowerCase() + joined.slice(1)
}

/**
 * The config function for a full wire name such as `epframe.payment_success` (contract 8.8). Every message has
 * one; nothing happens if the config lacks it.
 */
export function handlerNameOf(message: string): string {
  return camelCase(('on.' + message).replace('epframe.', '')).replace(shortened, 'on$1')
}
