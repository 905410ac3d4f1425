import type { NumberStyle } from '#domain/signature/number-text'
import type { Arrival } from './arrival'
import type { JsonWriting } from './json-writing'
import type { Writing } from './writing'

/**
 * How a merchant's code makes a signature, from the data to the digest (contract 2.2), as data: a mistake is a change
 * of some of these fields, and two mistakes can meet where they change different ones.
 */
export interface Recipe {
  // The data

  /** Which keys are signed: those of the contract, some that are not signed on forms, or nested signatures too. */
  readonly members:
    'contract' | 'formOnlyToo' | 'frameModeToo' | 'underscoredToo' | 'formRules' | 'nestedSignaturesToo'
  /** The text in place of the signature while the string to sign was made; null: it was taken out. */
  readonly signatureLeft: string | null
  readonly names: 'asReceived' | 'snakeCase'
  readonly arrays: 'byIndex' | 'commaJoined'
  readonly firstIndex: 0 | 1
  /** `lost`: values below a top-level key 0 are signed without it, as the reference does. */
  readonly topZero: 'lost' | 'kept'

  // Their values

  /** What happened to texts between signing and arriving, named by what undoes it. */
  readonly arrival: Arrival | null
  /** How texts were written into the string to sign. */
  readonly writing: Writing | null
  readonly booleans: 'digits' | 'words' | 'capitalWords' | 'falseEmpty' | 'bareOne'
  readonly nulls: 'empty' | 'null' | 'None' | 'dropped'
  readonly empties: 'kept' | 'dropped'
  readonly numbers: NumberStyle | 'asWritten'

  // The lines

  readonly colons: 'doubled' | 'single'
  readonly path: 'whole' | 'points' | 'lastKey' | 'lastKeyOfSorted' | 'lastKeyOnce' | 'none'
  readonly equals: ':' | '='
  readonly order: Order

  // The string to sign

  readonly joiner: string
  readonly tail: '' | ';'
  /** `lines`: the lines joined; else a JSON text of the data instead of them. */
  readonly text: 'lines' | JsonWriting
  readonly letters: 'composed' | 'decomposed'

  // The digest

  readonly bytes: 'utf8' | 'lowBytes' | 'utf16'
  /** Id of a key to try; the secret itself is `secret`. */
  readonly key: string
  readonly mac: 'hmac' | 'swapped' | 'hashOfText' | 'hashOfTextAndKey' | 'hashOfKeyAndText'
}

/** Paths, keys of each level by themselves, or whole lines, each in some order; or none. */
export type Order =
  | 'naturalPath'
  | 'codePointPath'
  | 'asReceived'
  | 'javascriptLevels'
  | 'codePointLevels'
  | 'naturalLevels'
  | 'naturalLine'
  | 'codePointLine'
  | 'localeLine'

/** What the contract asks for in making lines (2.2 steps 1 to 6, 2.3). */
export const REFERENCE_LINES = {
  members: 'contract',
  signatureLeft: null,
  names: 'asReceived',
  arrays: 'byIndex',
  firstIndex: 0,
  topZero: 'lost',
  arrival: null,
  writing: null,
  booleans: 'digits',
  nulls: 'empty',
  empties: 'kept',
  numbers: 'php',
  colons: 'doubled',
  path: 'whole',
  equals: ':',
  order: 'naturalPath',
  text: 'lines',
  letters: 'composed',
} as const satisfies Change

/** What the contract asks for in joining them (2.2 step 7). */
export const REFERENCE_JOINING = { joiner: ';', tail: '' } as const satisfies Change

/** What the contract asks for, up to the digest (2.2). */
export const REFERENCE: Recipe = {
  ...REFERENCE_LINES,
  ...REFERENCE_JOINING,
  bytes: 'utf8',
  key: 'secret',
  mac: 'hmac',
}

/** A change of the reference's recipe: what one mistake does. */
export type Change = Partial<Recipe>
