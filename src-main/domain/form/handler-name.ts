/** Handlers whose names lack the `EmbeddedMode` that the naming rule would give them (contract 8.8). */
const SHORTENED_NAMES =
  /^onEmbeddedMode(CheckSubmit|ValidationError|ShowLoader|HideLoader|CheckShippingAddress|CheckShippingMethod|Confirmation)$/

/** `on.payment_sent` becomes `onPaymentSent`. The library adds this to `String.prototype` too (contract 8.1). */
export function camelCase(text: string): string {
  const joined = text.replace(/[_. ](.)/g, (_, next: string) => next.toUpperCase())
  return joined.charAt(0).toLowerCase() + joined.slice(1)
}

/** The config function for a wire name such as `epframe.payment_success` (contract 8.8). Every message has one. */
export function handlerNameOf(message: string): string {
  return camelCase(('on.' + message).replace('epframe.', '')).replace(SHORTENED_NAMES, 'on$1')
}
