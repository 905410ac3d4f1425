import type { JsonNode } from '#lib/json/node'
import type { Surface } from '#domain/signature/canonical'
import type { DiagnosticCrypto } from '#domain/signature/crypto'
import type { CandidateKey } from './keys'
import type { Mistake } from './mistake'
import type { Recipe } from './recipe'
import type { SignedTexts } from './signed-texts'
import type { Reading } from './value-texts'

/** One or two mistakes that make the received signature. */
export interface Found {
  readonly mistakes: readonly Mistake[]
  readonly text: string
  readonly lines: readonly string[]
  readonly reading: Reading
  /** The signature that comes out. */
  readonly signature: string
}

/** A way of signing to be tried. */
export interface Attempt {
  readonly mistakes: readonly Mistake[]
  readonly recipe: Recipe
  readonly reading: Reading
  readonly text: string
  /** The text's bytes where they are at hand. */
  readonly bytes?: Uint8Array
  /** Lines of the text where the recipe does not give them. */
  readonly lines?: () => readonly string[]
}

/** What was looked for, and what was found. */
export interface SearchResult {
  readonly found: readonly Found[]
  /** Signatures that were computed. */
  readonly tries: number
  /** False where the search ended because it had used up its tries. */
  readonly complete: boolean
}

/** What a search needs. */
export interface Search {
  readonly root: JsonNode
  readonly surface: Surface
  readonly texts: SignedTexts
  readonly readings: readonly Reading[]
  /** The secret first. */
  readonly keys: readonly CandidateKey[]
  readonly crypto: DiagnosticCrypto
  readonly received: string
  /** Parameters came in an address or form-encoded, where + means a space. */
  readonly formEncoded: boolean
  readonly maxTries: number
}
