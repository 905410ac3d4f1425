import { atPath, memberOf, toPlain, type JsonNode } from '#lib/json/node'
import { inEnumerationOrder } from './sorting'

/** Contract 2.1. */
export type SignaturePlace = 'signature' | 'general.signature' | 'customer.signature'

/** A received signature. `text` is the JSON text of a value that is not a string, and empty for null. */
export interface PlacedSignature {
  readonly place: SignaturePlace
  readonly text: string
}

const pathOf: Readonly<Record<SignaturePlace, readonly string[]>> = {
  signature: ['signature'],
  'general.signature': ['general', 'signature'],
  'customer.signature': ['customer', 'signature'],
}

const readingOrder: readonly SignaturePlace[] = ['signature', 'general.signature', 'customer.signature']

/** Only a request for a card token is signed inside `customer`, which also names its project. */
const mayHold = (root: JsonNode, place: SignaturePlace): boolean =>
  place !== 'customer.signature' || atPath(root, ['customer', 'project_id']) !== undefined

const signatureText = (node: JsonNode): string => {
  if (node.type === 'string') return node.value
  return node.type === 'null' ? '' : JSON.stringify(toPlain(node))
}

/**
 * Finds the signature that readers use: top level first, then `general`, then `customer` (contract 2.1).
 * @param wanted the only place that counts
 */
export const findSignature = (root: JsonNode, wanted?: SignaturePlace): PlacedSignature | undefined => {
  if (root.type !== 'object') return undefined
  for (const place of wanted === undefined ? readingOrder : [wanted]) {
    const node = wanted === place || mayHold(root, place) ? atPath(root, pathOf[place]) : undefined
    if (node !== undefined) return { place, text: signatureText(node) }
  }
  return undefined
}

/** Whether {@link findSignature} uses the key `signature` of this object. */
export const isPlacedSignature = (root: JsonNode, parent: JsonNode): boolean => {
  const place = findSignature(root)?.place
  if (place === undefined) return false
  const [parentKey] = pathOf[place].slice(0, -1)
  return parent === (parentKey === undefined ? root : memberOf(root, parentKey))
}

/** What the JavaScript SDK compares with: the last signature of its walk through objects and arrays (contract 2.5). */
export const lastSignature = (root: JsonNode): string | undefined => {
  let last: string | undefined
  const visit = (node: JsonNode): void => {
    if (node.type === 'array') node.items.forEach(visit)
    if (node.type !== 'object') return
    for (const { key, value } of inEnumerationOrder(node.members)) {
      if (key === 'signature') last = signatureText(value)
      else visit(value)
    }
  }
  visit(root)
  return last
}
