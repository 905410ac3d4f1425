/** Handlers that carry another name than the rule would give them (contract 8.8). */
const renamed: Readonly<Record<string, string>> = {
  onEmbeddedModeCheckSubmit: 'onCheckSubmit',
  onEmbeddedModeValidationError: 'onValidationError',
  onEmbeddedModeShowLoader: 'onShowLoader',
  onEmbeddedModeHideLoader: 'onHideLoader',
  onEmbeddedModeCheckShippingAddress: 'onCheckShippingAddress',
  onEmbeddedModeCheckShippingMethod: 'onCheckShippingMethod',
  onEmbeddedModeConfirmation: 'onConfirmation',
}

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
  const name = camelCase(('on.' + message).replace('epframe.', ''))
  return Object.prototype.hasOwnProperty.call(renamed, name) ? (renamed[name] ?? name) : name
}
