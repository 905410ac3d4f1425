import { atPath, toPlain, type JsonNode } from '#lib/json/node'
import { inEnumerationOrder } from './sorting'

/** Where a message may have its signature (contract 2.1). */
export type SignaturePlace = 'signature' | 'general.signature' | 'customer.signature'

/** A received signature. `text` is the JSON text of a value that is not a string, and empty for null. */
export interface PlacedSignature {
  readonly place: SignaturePlace
  readonly text: string
}

const readingOrder: readonly SignaturePlace[] = ['signature', 'general.signature', 'customer.signature']

/** Only a request for a card token is signed inside `customer`, which also holds its project id. */
const mayHold = (root: JsonNode, place: SignaturePlace): boolean =>
  place !== 'customer.signature' || atPath(root, ['customer', 'project_id']) !== undefined

const signatureText = (node: JsonNode): string => {
  if (node.type === 'string') return node.value
  return node.type === 'null' ? '' : JSON.stringify(toPlain(node))
}

const findPlace = (root: JsonNode, wanted?: SignaturePlace) => {
  if (root.type !== 'object') return undefined
  for (const place of wanted === undefined ? readingOrder : [wanted]) {
    const node = wanted === place || mayHold(root, place) ? atPath(root, place.split('.')) : undefined
    if (node !== undefined) return { place, node }
  }
  return undefined
}

/** The signature that readers use (contract 2.1): the one at `wanted`, or the first in `readingOrder`. */
export const findSignature = (root: JsonNode, wanted?: SignaturePlace): PlacedSignature | undefined => {
  const found = findPlace(root, wanted)
  return found && { place: found.place, text: signatureText(found.node) }
}

/** The object that holds the signature at `place`; default: the place where {@link findSignature} finds it. */
export const signatureParent = (root: JsonNode, place = findPlace(root)?.place): JsonNode | undefined =>
  place && atPath(root, place.split('.').slice(0, -1))

/** The signature that the JavaScript SDK checks: the last in its walk through objects and arrays (contract 2.5). */
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
