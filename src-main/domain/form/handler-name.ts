/** Handlers that lack a part of the name that the rule would give them (contract 8.8). */
const shortened =
  /^onEmbeddedMode(CheckSubmit|ValidationError|ShowLoader|HideLoader|CheckShippingAddress|CheckShippingMethod|Confirmation)$/

/**
 * Joins words: each `_`, `.` or space is dropped and the character after it becomes upper case; the first is lower case.
 * The browser library puts the same on `String.prototype` (contract 8.1), so this keeps to what old browsers have.
 */
export function camelCase(text: string): string {
  const joined = text.replace(/[_. ](.)/g, (_, next: string) => next.toUpperCase())
  return joined.charAt(0).toLowerCase() + joined.slice(1)
}

/**
 * Name of the function in the widget's config that a window message calls, for a full wire name such as
 * `epframe.payment_success` (contract 8.8). Every message has one; nothing happens where the config lacks it.
 */
export function handlerNameOf(message: string): string {
  return camelCase(('on.' + message).replace('epframe.', '')).replace(shortened, 'on$1')
}
