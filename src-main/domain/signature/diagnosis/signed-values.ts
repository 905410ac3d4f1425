import type { JsonMember, JsonNode } from '#lib/json/node'
import { signatureParent, type SignaturePlace } from '#domain/signature/place'
import { roleOf, type Recipe, type Role } from '#domain/signature/recipe'

export type ValueNode = Exclude<JsonNode, { readonly type: 'object' | 'array' }>

/** One line of the string to sign, before it is written. */
export interface SignedValue {
  readonly path: string
  /** One value; several if a list is joined into one line. */
  readonly parts: readonly ValueNode[]
  readonly role: Role
}

/** The structure above the values, for orders that sort each level separately. */
export type Shape =
  | { readonly at: number }
  | {
      readonly isList: boolean
      readonly children: readonly { readonly key: string; readonly shape: Shape }[]
    }

/** A signed member with the values from `from` up to but excluding `until`, in the order of the data. */
export interface Member {
  readonly path: string
  readonly key: string
  readonly from: number
  readonly until: number
  readonly value: JsonNode
}

interface SignedValues {
  readonly values: readonly SignedValue[]
  readonly shape: Shape
  /** What may have been added after signing: members of objects, and the last of several items; inner ones first. */
  readonly members: readonly Member[]
}

/** Fields of a recipe that change paths or the number of lines. */
export const FLATTENING = ['data', 'names', 'lists', 'firstIndex', 'topZero', 'colon'] as const

/** Lists all values with their roles, in one walk (contract 2.2, steps 2 to 5, and 2.6). */
export const signedValues = (
  received: JsonNode,
  recipe: Pick<Recipe, (typeof FLATTENING)[number]>,
  place: SignaturePlace,
): SignedValues => {
  const { names, lists, firstIndex, topZero, colon } = recipe
  const root = recipe.data(received)
  const holder = signatureParent(root, place)
  const values: SignedValue[] = []
  const members: Member[] = []

  const visit = (node: JsonNode, path: string | undefined, role: Role, isListed: boolean): Shape => {
    const parts = partsOf(node, lists === 'commaJoined' && path !== undefined)
    if (parts !== null) {
      values.push({ path: path ?? '', parts, role })
      return { at: values.length - 1 }
    }
    const prefix = topZero === 'lost' && path === '0' ? undefined : path
    const inside = childrenOf(node, firstIndex)
    const isList = node.type === 'array'
    const place = { isTop: node === root, isListed, holdsReceivedSignature: node === holder }
    const children = inside.map(({ key: receivedKey, value }, index) => {
      const key = node.type === 'object' ? names(receivedKey) : receivedKey
      const from = values.length
      const written = key.includes(':') ? key.replaceAll(':', colon) : key
      const childPath = prefix === undefined ? written : `${prefix}:${written}`
      const childRole = role !== 'signed' || isList ? role : roleOf(key, place)
      const shape = visit(value, childPath, childRole, isListed || isList)
      const until = values.length
      const mayBeLater = node.type === 'object' || (index > 0 && index === inside.length - 1)
      if (mayBeLater && childRole === 'signed' && until > from) {
        members.push({ path: childPath, key: receivedKey, from, until, value })
      }
      return { key, shape }
    })
    return { isList, children }
  }

  return { shape: visit(root, undefined, 'signed', false), values, members }
}

const childrenOf = (node: JsonNode, firstIndex: number): readonly JsonMember[] => {
  if (node.type === 'array') {
    return node.items.map((value, index) => ({ key: String(index + firstIndex), value }))
  }
  return node.type === 'object' ? node.members : []
}

/** The values of one line; null if the node is not written as a single line. */
const partsOf = (node: JsonNode, joinsLists: boolean): readonly ValueNode[] | null => {
  if (isValue(node)) return [node]
  if (!joinsLists || node.type !== 'array' || node.items.length === 0) return null
  return node.items.every(isValue) ? node.items : null
}

const isValue = (node: JsonNode): node is ValueNode => node.type !== 'object' && node.type !== 'array'
