import { LIMITS } from '#lib/limits/limit-table'

/** The scheme of links that the desktop program opens. */
export const LINK_SCHEME = 'paybench'

/** How every such link starts; the address of a place in the window follows. */
export const LINK_START = `${LINK_SCHEME}://open/`

/**
 * The address of a place in the window, without a `#` before it, of a link that the system hands over; null for any
 * other text. Anybody can make the system open a link, so its length and characters are bounded, and it can only choose what
 * the window shows. The window checks whether the place exists.
 */
export function placeInLink(link: string): string | null {
  if (link.length > LIMITS.addressChars || !link.startsWith(LINK_START)) return null
  const place = link.slice(LINK_START.length)
  // Characters that a written address has: no spaces, quotation marks, controls or second fragment.
  return /^[\w\-.~%/?&=+*!'(),:@;$]*$/.test(place) ? place : null
}
