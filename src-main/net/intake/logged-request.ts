import { boundedText, quotedText } from '../../lib/limits/bounded-text'
import { maskText } from '../../domain/card/mask-text'

/** Enough of a path to find what a card number in it could hide behind. */
const MASKED_CHARS = 1000

/**
 * A request as a log may name it: method and path, without its query, which holds the fields of a form, and with card numbers
 * masked in what is left.
 */
export function loggedRequest(request: { readonly method: string; readonly target: string }): string {
  const [path = ''] = request.target.split(/[?#;]/, 1)
  return `${request.method} ${quotedText(maskText(boundedText(path, MASKED_CHARS)).text)}`
}
