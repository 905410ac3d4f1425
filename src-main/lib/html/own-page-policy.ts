import { contentPolicy } from './content-policy'

/**
 * Content Security Policy of a page that loads our own files and nothing else. No inline style is allowed either: React
 * and the list virtualiser set styles through the object model, which the policy does not concern, and no library of the
 * page writes style elements. `data:` images are the icons of the page.
 */
export function ownPagePolicy({
  connects = [],
  frames,
}: {
  /** Source expressions beside 'self' that the page may connect to. */
  readonly connects?: readonly string[]
  /** Origins of the listeners that serve pages to a customer's browser: frames show the demo shop and the form. */
  readonly frames: readonly string[]
}): string {
  return contentPolicy({
    'default-src': [],
    'script-src': ["'self'"],
    'style-src': ["'self'"],
    'img-src': ["'self'", 'data:'],
    'font-src': ["'self'"],
    'connect-src': ["'self'", ...connects],
    'object-src': [],
    'frame-src': frames,
    'base-uri': [],
    'form-action': [],
    'frame-ancestors': [],
  })
}
