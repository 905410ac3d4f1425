import { atPath, type JsonNode } from '#lib/json/node'
import type { Surface } from '#domain/signature/canonical'
import type { SignaturePlace } from '#domain/signature/place'
import type { Recipe } from './recipe'

/** A value that ends a path. */
export type ValueNode = Exclude<JsonNode, { readonly type: 'object' | 'array' }>

/** Why a value would not be signed, or that it is. `placed`: the signature that was received, `nested`: any other. */
export type Role = 'signed' | 'placed' | 'nested' | 'frameMode' | 'underscored'

/** One line of the string to sign before it is written: its path in both ways of treating colons, and its values. */
export interface SignedValue {
  /** Colons inside keys doubled. */
  readonly path: string
  /** Colons inside keys as they are. */
  readonly plainPath: string
  /** One value; several where an array is joined into one line. */
  readonly parts: readonly ValueNode[]
  readonly role: Role
}

/** The shape of the data over its values, for orders that sort each level by itself. */
export type Shape =
  | { readonly at: number }
  | { readonly keyed: boolean; readonly children: readonly { readonly key: string; readonly shape: Shape }[] }

/** A member that could have been added later: its values are `from` to `until`, in the order of the data. */
export interface Removable {
  readonly path: string
  /** The key alone. */
  readonly name: string
  readonly from: number
  readonly until: number
  /** The value itself where it is a single one. */
  readonly value: ValueNode | undefined
}

/** The data as a list of values in their order. */
export interface SignedValues {
  readonly values: readonly SignedValue[]
  readonly shape: Shape
  readonly removables: readonly Removable[]
}

/** The fields of a recipe that change paths or the number of lines. */
export type Flattening = Pick<Recipe, 'names' | 'arrays' | 'firstIndex' | 'topZero'>

interface Location {
  readonly path: string | undefined
  readonly plainPath: string | undefined
  readonly role: Role
}

/** Lists the values of a message in one walk (contract 2.2, steps 2 to 5, and 2.6). Leaves none out, but gives each its role. */
export const signedValues = (root: JsonNode, flattening: Flattening, place: SignaturePlace): SignedValues => {
  const values: SignedValue[] = []
  const removables: Removable[] = []
  const general = place === 'signature' ? root : atPath(root, place.split('.').slice(0, -1))

  const roleOf = (key: string, parent: JsonNode, role: Role): Role => {
    if (role !== 'signed') return role
    if (key === 'signature') return parent === general ? 'placed' : 'nested'
    if (key === 'frame_mode') return 'frameMode'
    return parent === root && key.startsWith('_') ? 'underscored' : 'signed'
  }

  const step = (location: Location, key: string, role: Role): Location => {
    const own = key.includes(':') ? key.replaceAll(':', '::') : key
    return {
      path: location.path === undefined ? own : `${location.path}:${own}`,
      plainPath: location.plainPath === undefined ? key : `${location.plainPath}:${key}`,
      role,
    }
  }

  const leaf = ({ path = '', plainPath = '', role }: Location, parts: readonly ValueNode[]): Shape => {
    values.push({ path, plainPath, parts, role })
    return { at: values.length - 1 }
  }

  const below = (location: Location): Location =>
    flattening.topZero === 'lost' && location.path === '0'
      ? { ...location, path: undefined, plainPath: undefined }
      : location

  const visit = (node: JsonNode, location: Location): Shape => {
    if (node.type === 'array') {
      const joined =
        flattening.arrays === 'commaJoined' && location.path !== undefined ? plainItems(node) : null
      if (joined !== null) return leaf(location, joined)
      const inside = below(location)
      return {
        keyed: false,
        children: node.items.map((item, index) => {
          const key = String(index + flattening.firstIndex)
          const from = values.length
          const shape = visit(item, step(inside, key, location.role))
          if (index > 0 && index === node.items.length - 1)
            removable(step(inside, key, location.role), key, from, item)
          return { key, shape }
        }),
      }
    }
    if (node.type === 'object') {
      const inside = below(location)
      return {
        keyed: true,
        children: node.members.map(({ key: received, value }) => {
          const key = flattening.names === 'snakeCase' ? snakeCase(received) : received
          const from = values.length
          const next = step(inside, key, roleOf(key, node, location.role))
          const shape = visit(value, next)
          removable(next, received, from, value)
          return { key, shape }
        }),
      }
    }
    return leaf(location, [node])
  }

  const removable = ({ path = '', role }: Location, name: string, from: number, node: JsonNode): void => {
    const until = values.length
    if (role === 'signed' && until > from)
      removables.push({ path, name, from, until, value: valueNode(node) })
  }

  const shape = visit(root, { path: undefined, plainPath: undefined, role: 'signed' })
  return { values, shape, removables }
}

const valueNode = (node: JsonNode): ValueNode | undefined =>
  node.type === 'object' || node.type === 'array' ? undefined : node

/** The items of an array that holds no arrays and objects; null for others and for an empty one. */
const plainItems = (node: JsonNode & { readonly type: 'array' }): readonly ValueNode[] | null => {
  const items = node.items.flatMap((item) => valueNode(item) ?? [])
  return items.length === node.items.length && items.length > 0 ? items : null
}

const snakeCase = (key: string): string =>
  key.replace(
    /([a-z0-9])([A-Z])/g,
    (_, before: string, letter: string) => `${before}_${letter.toLowerCase()}`,
  )

/**
 * Whether a value with this role is signed (contract 2.2, 2.6). False for the received signature: `signatureLeft` of the
 * recipe decides about it.
 */
export const isMember = (role: Role, members: Recipe['members'], surface: Surface): boolean => {
  switch (role) {
    case 'signed':
      return true
    case 'placed':
      return false
    case 'nested':
      return members === 'nestedSignaturesToo'
    case 'frameMode':
      return members === 'formOnlyToo' || members === 'frameModeToo'
    case 'underscored':
      if (surface !== 'form') return members !== 'formRules'
      return members === 'formOnlyToo' || members === 'underscoredToo'
  }
}
