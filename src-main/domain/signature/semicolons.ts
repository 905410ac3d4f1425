import type { JsonNode } from '#lib/json/node'
import { textPlaces } from '#lib/json/locate'

/** More places make a sentence that nobody reads. */
const MAX_NAMED = 3

/**
 * Warns in a sentence where a signed key or text holds a semicolon; null where none does. The lines of the string to sign are
 * joined with it, so other data can give the same string. JSON messages are only warned about, the form
 * refuses them (contract 2.6).
 */
export const semicolonWarning = (root: JsonNode): string | null => {
  const { paths, count } = textPlaces(root, (text) => text.includes(';'), {
    most: MAX_NAMED,
    passesOver: (key) => key === 'signature',
  })
  if (count === 0) return null
  const names = count > paths.length ? `${paths.join(', ')} and more` : paths.join(', ')
  return `A semicolon stands in ${names}. It also joins the lines of the string to sign, so other data can give the same signature; leave it out where you can (contract 2.6).`
}
