import { encodeUtf8 } from '#lib/bytes/utf8'
import type { JsonNode, JsonNumber } from '#lib/json/node'
import type { Surface } from '#domain/signature/canonical'
import type { DiagnosticCrypto, HashName } from '#domain/signature/sign'
import { numberText } from '#domain/signature/number-text'
import { natural, type Order } from './orders'

/**
 * How a merchant's code makes a signature, from the data to the digest (contract 2.2). A mistake changes some of these
 * steps, and mistakes can meet where they change different ones.
 */
export interface Recipe {
  // The data

  /** The data that was signed, from the data that arrived. */
  readonly data: (root: JsonNode) => JsonNode
  readonly signs: (role: Role, surface: Surface) => boolean
  /** The text in place of the signature while the string to sign was made; null: it was taken out. */
  readonly placeholder: string | null
  /** A key as it was signed, from the key that arrived. */
  readonly names: (key: string) => string
  readonly lists: 'byIndex' | 'commaJoined'
  readonly firstIndex: 0 | 1
  /** `lost`: values below a top-level key 0 are signed without it, as the reference does. */
  readonly topZero: 'lost' | 'kept'
  /** A member that was not there when the message was signed, or had another value. */
  readonly member: ChangedMember | null

  // Their values

  /** A text as it was signed, from the text that arrived. */
  readonly arrival: (text: string) => string
  /** How a text is written into the string to sign. */
  readonly writing: (text: string) => string
  /** `bare`: without the path. */
  readonly booleans: { readonly yes: string; readonly no: string; readonly bare?: true }
  /** null: left out. */
  readonly nulls: string | null
  readonly empties: 'kept' | 'dropped'
  readonly numbers: (number: JsonNumber) => string

  // The lines

  /** A colon inside a key. */
  readonly colon: '::' | ':'
  readonly path: PathStyle
  readonly equals: ':' | '='
  readonly order: Order

  // The string to sign

  readonly joiner: string
  readonly tail: string
  /** Makes a text of the data in place of the lines; undefined where it needs the body and there is none. */
  readonly wholeText: ((root: JsonNode, bodyText: string | undefined) => string | undefined) | null
  readonly letters: (text: string) => string

  // The digest

  readonly bytes: (text: string) => Uint8Array
  /** null: the secret. */
  readonly key: Uint8Array | null
  readonly mac: (crypto: DiagnosticCrypto, hash: HashName, key: Uint8Array, message: Uint8Array) => Uint8Array
}

/** A change of the reference's recipe: what one mistake does. */
export type Change = Partial<Recipe>

/** Why a value would not be signed, or that it is. `placed`: the signature that was received, `nested`: any other. */
export type Role = 'signed' | 'placed' | 'nested' | 'frameMode' | 'underscored'

/** The values `from` to `until` in the order of the data; `text`: what they were when signed, null: they were missing. */
interface ChangedMember {
  readonly from: number
  readonly until: number
  readonly text: string | null
}

/** What is written of a path. */
interface PathStyle {
  /** Undefined: nothing, not even what separates path and value. */
  readonly write?: (path: string) => string
  /** What orders by path compare, one sort after the other. */
  readonly sortedBy: readonly ('whole' | 'written')[]
  /** Of equal names the last one in the order of the data stays, as in a map. */
  readonly once?: true
}

/** The keys that the contract signs (2.6). The received signature is left to `placeholder`. */
const signedByContract: Recipe['signs'] = (role, surface) =>
  role === 'signed' || (role === 'underscored' && surface !== 'form')

/** The keys that the contract signs, and others. */
export const signing =
  (...others: readonly Role[]): Recipe['signs'] =>
  (role, surface) =>
    others.includes(role) || signedByContract(role, surface)

const unchanged = <Value>(value: Value): Value => value

/** What the contract requires (2.2). */
export const REFERENCE: Recipe = {
  data: unchanged,
  signs: signedByContract,
  placeholder: null,
  names: unchanged,
  lists: 'byIndex',
  firstIndex: 0,
  topZero: 'lost',
  member: null,
  arrival: unchanged,
  writing: unchanged,
  booleans: { yes: '1', no: '0' },
  nulls: '',
  empties: 'kept',
  numbers: (number) => numberText(number, 'php'),
  colon: '::',
  path: { write: unchanged, sortedBy: ['whole'] },
  equals: ':',
  order: { unit: 'path', sort: natural },
  joiner: ';',
  tail: '',
  wholeText: null,
  letters: unchanged,
  bytes: encodeUtf8,
  key: null,
  mac: (crypto, hash, key, message) => crypto.hmac(hash, key, message),
}
