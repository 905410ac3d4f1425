import { encodeUtf8 } from '#lib/bytes/utf8'
import type { JsonNode, JsonNumber } from '#lib/json/node'
import type { DiagnosticCrypto, HashName } from './crypto'
import { phpNumbers } from './number-text'
import { natural, type Order } from './sorting'

/** Messages of the signed API; callbacks, by the same rules; parameters of the form, not all signed (contract 2.6). */
export type Surface = 'api' | 'callback' | 'form'

/** How code makes a signature (contract 2.2). Mistakes change some steps, and combine if they change different ones. */
export interface Recipe {
  // The data

  /** The signed data, from the data that arrived. */
  readonly data: (root: JsonNode) => JsonNode
  readonly signs: (role: Role, surface: Surface) => boolean
  /** The text in place of the signature while the string to sign was made; null if the signature was removed. */
  readonly placeholder: string | null
  /** A signed key, from the key that arrived. */
  readonly names: (key: string) => string
  readonly lists: 'byIndex' | 'commaJoined'
  readonly firstIndex: 0 | 1
  /** `lost`: values below a top-level key 0 are signed without that key, as in the reference. */
  readonly topZero: 'lost' | 'kept'
  /** A member that was missing or different when the message was signed. */
  readonly member: ChangedMember | null

  // The values

  /** A signed text, from the text that arrived. */
  readonly arrival: (text: string) => string
  /** How a text is written into the string to sign. */
  readonly writing: (text: string) => string
  /** `bare`: the line is the value alone, without its path. */
  readonly booleans: { readonly yes: string; readonly no: string; readonly bare?: true }
  /** The text of null values; null if they are left out. */
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
  /** Makes a text that is signed instead of the lines; undefined if it needs the body and there is none. */
  readonly wholeText: ((root: JsonNode, bodyText: string | undefined) => string | undefined) | null
  readonly letters: (text: string) => string

  // The digest

  readonly bytes: (text: string) => Uint8Array
  /** The key of the HMAC; null for the secret. */
  readonly key: Uint8Array | null
  readonly mac: (crypto: DiagnosticCrypto, hash: HashName, key: Uint8Array, message: Uint8Array) => Uint8Array
}

/** What one mistake changes in the reference's recipe. */
export type Change = Partial<Recipe>

/** What decides whether a value is signed. `placed`: the received signature; `listed`: a signature below a list. */
export type Role = 'signed' | 'placed' | (typeof NESTED)[number] | (typeof FRAME_MODE)[number] | 'underscored'
export const NESTED = ['nested', 'listed'] as const
export const FRAME_MODE = ['frameMode', 'innerFrameMode'] as const

/** The role of the value of a key, by the place of its object. */
export const roleOf = (
  key: string,
  place: { readonly isTop: boolean; readonly isListed: boolean; readonly holdsReceivedSignature: boolean },
): Role => {
  if (key === 'signature')
    return place.holdsReceivedSignature ? 'placed' : place.isListed ? 'listed' : 'nested'
  if (key === 'frame_mode') return place.isTop ? 'frameMode' : 'innerFrameMode'
  return place.isTop && key.startsWith('_') ? 'underscored' : 'signed'
}

/** Values `from` up to but excluding `until`, in the order of the data. `text` is null if they were missing. */
interface ChangedMember {
  readonly from: number
  readonly until: number
  readonly text: string | null
}

interface PathStyle {
  /** Undefined if nothing is written, not even the separator of path and value. */
  readonly write?: (path: string) => string
  /** The paths to sort by, one sort after the other. */
  readonly sortedBy: readonly ('whole' | 'written')[]
  /** Keeps only the last of equal names in the order of the data, as a map does. */
  readonly once?: true
}

/** Contract 2.6. `placeholder` handles the received signature. */
const signedByContract: Recipe['signs'] = (role, surface) =>
  role === 'signed' || (role === 'underscored' && surface !== 'form')

/** Signs what the contract signs, and the given other roles. */
export const signing =
  (...others: readonly Role[]): Recipe['signs'] =>
  (role, surface) =>
    others.includes(role) || signedByContract(role, surface)

const identity = <Value>(value: Value): Value => value

/** Contract 2.2. */
export const REFERENCE: Recipe = {
  data: identity,
  signs: signedByContract,
  placeholder: null,
  names: identity,
  lists: 'byIndex',
  firstIndex: 0,
  topZero: 'lost',
  member: null,
  arrival: identity,
  writing: identity,
  booleans: { yes: '1', no: '0' },
  nulls: '',
  empties: 'kept',
  numbers: phpNumbers,
  colon: '::',
  path: { write: identity, sortedBy: ['whole'] },
  equals: ':',
  order: { unit: 'path', sort: natural },
  joiner: ';',
  tail: '',
  wholeText: null,
  letters: identity,
  bytes: encodeUtf8,
  key: null,
  mac: (crypto, hash, key, message) => crypto.hmac(hash, key, message),
}
