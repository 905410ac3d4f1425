import type { JsonNode } from '../../json/node'

const AMOUNT = /(?:^|_)(?:amount|sum)$/

/**
 * Amounts that are not written in minor units (contract 3.1): with a point, a comma or separators. That is no fault of
 * the signature, so it is told apart from it.
 */
export const oddAmounts = (root: JsonNode): readonly string[] => {
  const told: string[] = []
  const visit = (node: JsonNode, path: string): void => {
    if (node.type === 'array') node.items.forEach((item, index) => visit(item, `${path}.${String(index)}`))
    if (node.type !== 'object') return
    for (const { key, value } of node.members) {
      const inner = path === '' ? key : `${path}.${key}`
      const text = value.type === 'number' ? value.text : value.type === 'string' ? value.value : ''
      if (AMOUNT.test(key) && /^[\d.,' ]*\d[.,' ][\d.,' ]*$/.test(text)) {
        told.push(
          `${inner.slice(0, 100)} is ${text.slice(0, 40)}: amounts are whole numbers of minor units without separators, 1050 for 10.50 EUR. This does not disturb the signature.`,
        )
      }
      visit(value, inner)
    }
  }
  visit(root, '')
  return told.slice(0, 10)
}
