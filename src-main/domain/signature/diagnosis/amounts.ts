import type { JsonNode } from '../../../lib/json/node'
import { boundedPath } from '../../../lib/limits/bounded-text'

const AMOUNT = /(?:^|_)(?:amount|sum)$/

/**
 * Amounts that are not written in minor units (contract 3.1): with a point, a comma or separators. That is no fault of
 * the signature, so it is told apart from it.
 */
export const oddAmounts = (root: JsonNode): readonly string[] => {
  const told: string[] = []
  const way: (string | number)[] = []
  const visit = (node: JsonNode): void => {
    if (told.length >= MAX_TOLD) return
    if (node.type === 'array') {
      node.items.forEach((item, index) => {
        way.push(index)
        visit(item)
        way.pop()
      })
    }
    if (node.type !== 'object') return
    for (const { key, value } of node.members) {
      way.push(key)
      const text = value.type === 'number' ? value.text : value.type === 'string' ? value.value : ''
      if (AMOUNT.test(key) && text.length <= MAX_AMOUNT_CHARS && isSeparated(text)) {
        told.push(
          `${boundedPath(way)} is ${text}: amounts are whole numbers of minor units without separators, 1050 for 10.50 EUR. This does not disturb the signature.`,
        )
      }
      visit(value)
      way.pop()
    }
  }
  visit(root)
  return told.slice(0, MAX_TOLD)
}

const MAX_TOLD = 10

/** A longer text is no amount. */
const MAX_AMOUNT_CHARS = 40

const isSeparated = (text: string): boolean => /^[\d.,' ]*\d[.,' ][\d.,' ]*$/.test(text)
