import type { JsonNode } from '#lib/json/node'
import { boundedPath } from '#lib/limits/bounded-text'
import { textPlaces } from '#lib/json/locate'

const AMOUNT = /(?:^|_)(?:amount|sum)$/

/** Sentences about amounts that are not in minor units (contract 3.1), although the signature may be valid. */
export const oddAmounts = (root: JsonNode): readonly string[] => {
  const sentences: string[] = []
  const path: (string | number)[] = []
  const visit = (node: JsonNode): void => {
    if (sentences.length >= MAX_REPORTED) return
    if (node.type === 'array') {
      node.items.forEach((item, index) => {
        path.push(index)
        visit(item)
        path.pop()
      })
    }
    if (node.type !== 'object') return
    for (const { key, value } of node.members) {
      path.push(key)
      const text = value.type === 'number' ? value.text : value.type === 'string' ? value.value : ''
      if (AMOUNT.test(key) && text.length <= MAX_AMOUNT_CHARS && /^[\d.,' ]*\d[.,' ][\d.,' ]*$/.test(text)) {
        sentences.push(
          `${boundedPath(path)} is ${text}: amounts are whole numbers of minor units without separators, 1050 for 10.50 EUR. This does not affect the signature.`,
        )
      }
      visit(value)
      path.pop()
    }
  }
  visit(root)
  return sentences.slice(0, MAX_REPORTED)
}

const MAX_REPORTED = 10

/** A longer text is not an amount. */
const MAX_AMOUNT_CHARS = 40

/** A sentence with more places is unreadable. */
const MAX_NAMED = 3

/** Warns about a semicolon in a signed key or text, which also joins the lines to sign (contract 2.6); null if none. */
export const semicolonWarning = (root: JsonNode): string | null => {
  const { paths, count } = textPlaces(root, (text) => text.includes(';'), {
    most: MAX_NAMED,
    passesOver: (key) => key === 'signature',
  })
  if (count === 0) return null
  const names = count > paths.length ? `${paths.join(', ')} and more` : paths.join(', ')
  return `There is a semicolon in ${names}. It also joins the lines of the string to sign, so other data can give the same signature; leave it out where you can (contract 2.6).`
}
