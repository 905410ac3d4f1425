import { boundedText, quotedText } from '#lib/limits/bounded-text'
import { maskText } from '#domain/card/mask-text'

/** Length of the part of a path that is searched for card numbers. */
const MASKED_CHARS = 1000

/**
 * Names a request for a log by its method and path. Leaves out the query, which holds the fields of a form, and masks
 * card numbers in the path.
 */
export function loggedRequest(request: { readonly method: string; readonly target: string }): string {
  const [path = ''] = request.target.split(/[?#;]/, 1)
  return `${request.method} ${quotedText(maskText(boundedText(path, MASKED_CHARS)).text)}`
}
