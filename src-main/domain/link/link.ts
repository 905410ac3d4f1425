import { LIMITS } from '#lib/limits/limit-table'

export const LINK_SCHEME = 'paybench'

/** Start of every link; the address of a place in the window follows. */
export const LINK_START = `${LINK_SCHEME}://open/`

/** The place in the window that a link names, without `#`; null for other texts. Anyone can open a link. */
export function placeInLink(link: string): string | null {
  if (link.length > LIMITS.addressChars || !link.startsWith(LINK_START)) return null
  const place = link.slice(LINK_START.length)
  // No spaces, quotation marks, control characters or second fragment.
  return /^[\w\-.~%/?&=+*!'(),:@;$]*$/.test(place) ? place : null
}
