import type { NumberStyle } from './number-text'
import { codePoint, enumeration, language, natural, type Order } from './sorting'

/** How public merchant code makes the string to sign (contract 2.5), as data for canonicaliser and explanations. */
export type DialectId = 'REF' | 'JS' | 'PY' | 'DOC_JS' | 'DOC_PHP' | 'DOC_PY' | 'PLUG'

/** Texts of values; strings are always unchanged. */
export interface LeafRule {
  readonly true: string
  readonly false: string
  readonly null: string
  readonly number: NumberStyle
  /** `lost`: the line of a boolean is the bare value without its path. */
  readonly booleanPath: 'kept' | 'lost'
}

/** Keys that are not signed (contract 2.6). */
export interface Exclusion {
  readonly keys: { readonly named: string } | { readonly startingWith: string }
  /** `outsideArrays`: at any depth, but not below an array. `wherePlaced`: only the one that a reader takes. */
  readonly depth: 'any' | 'top' | 'outsideArrays' | 'wherePlaced'
  readonly surface: 'every' | 'form'
}

/** Behaviour besides sorting and rendering. */
export interface Quirk {
  readonly id:
    | 'losesPrefixOfTopLevelZero'
    | 'callbackReaderFailsOnNull'
    | 'failsOnTopLevelArray'
    | 'refusesSemicolon'
    | 'readsLastSignature'
  readonly explanation: string
}

export interface Dialect {
  readonly id: DialectId
  readonly name: string
  /** What this code does with the data, in one sentence. */
  readonly explanation: string
  readonly order: Order
  readonly keyEscaping: 'doubledColon' | 'none'
  readonly leaves: LeafRule
  readonly exclusions: readonly Exclusion[]
  readonly quirks: readonly Quirk[]
}

const signatureAnywhere: Exclusion = { keys: { named: 'signature' }, depth: 'any', surface: 'every' }
const frameModeOnForms: Exclusion = { keys: { named: 'frame_mode' }, depth: 'any', surface: 'form' }
/** The SDKs sign every message by the same code, and omit the key from all of them (contract 12.10). */
const frameModeEverywhere: Exclusion = { ...frameModeOnForms, surface: 'every' }
/** The browser library adds such keys after the merchant signed, so no dialect has them. */
const underscoreOnForms: Exclusion = { keys: { startingWith: '_' }, depth: 'top', surface: 'form' }

const sdkExclusions = [signatureAnywhere, frameModeEverywhere, underscoreOnForms]
const sampleExclusions = [signatureAnywhere, frameModeOnForms, underscoreOnForms]

const digitsForBooleans = { true: '1', false: '0', null: '', booleanPath: 'kept' } as const

const REF: Dialect = {
  id: 'REF',
  name: 'Reference (PHP SDK)',
  explanation:
    'One line per value, sorted by the whole path in natural order, so that index 10 follows index 9; a colon inside a key is doubled.',
  order: { unit: 'path', sort: natural },
  keyEscaping: 'doubledColon',
  leaves: { ...digitsForBooleans, number: 'php' },
  exclusions: sdkExclusions,
  quirks: [
    {
      id: 'losesPrefixOfTopLevelZero',
      explanation: 'The values inside a top-level key 0 are signed as if they stood one level higher.',
    },
  ],
}

const JS: Dialect = {
  id: 'JS',
  name: 'JavaScript SDK',
  explanation:
    'The keys of every object are sorted on their own by UTF-16 units, keys that are integers first and by size; colons in keys stay single.',
  order: { unit: 'level', sort: enumeration },
  keyEscaping: 'none',
  leaves: { ...digitsForBooleans, number: 'javascript' },
  exclusions: sdkExclusions,
  quirks: [
    {
      id: 'callbackReaderFailsOnNull',
      explanation: 'Its callback reader looks into every value as into an object and throws on null.',
    },
    {
      id: 'readsLastSignature',
      explanation: 'Its callback reader compares with the last signature it meets, however deep.',
    },
  ],
}

const PY: Dialect = {
  id: 'PY',
  name: 'Python SDK',
  explanation:
    'One line per value, sorted by the whole path in code point order, so that index 10 comes before index 2; 1.0 stays 1.0.',
  order: { unit: 'path', sort: codePoint },
  keyEscaping: 'doubledColon',
  leaves: { ...digitsForBooleans, number: 'python' },
  exclusions: [{ ...signatureAnywhere, depth: 'outsideArrays' }, frameModeEverywhere, underscoreOnForms],
  quirks: [
    {
      id: 'failsOnTopLevelArray',
      explanation: 'It asks the outermost value for its keys and crashes where that is an array.',
    },
  ],
}

const DOC_JS: Dialect = {
  id: 'DOC_JS',
  name: 'JavaScript sample of the documentation',
  explanation:
    'Whole lines, value included, are sorted by the rules of a language: underscore before colon, capitals beside small letters.',
  order: { unit: 'line', sort: language },
  keyEscaping: 'none',
  leaves: { ...digitsForBooleans, number: 'javascript' },
  exclusions: [signatureAnywhere, underscoreOnForms],
  quirks: [],
}

const DOC_PHP: Dialect = {
  id: 'DOC_PHP',
  name: 'PHP form sample of the documentation',
  explanation: 'Whole lines, value included, are sorted in natural order; false is cast to an empty text.',
  order: { unit: 'line', sort: natural },
  keyEscaping: 'none',
  leaves: { true: '1', false: '', null: '', number: 'php', booleanPath: 'kept' },
  exclusions: sampleExclusions,
  quirks: [],
}

const DOC_PY: Dialect = {
  id: 'DOC_PY',
  name: 'Python sample of the documentation',
  explanation:
    'Whole lines, value included, are sorted in code point order; True, False and None are written as words.',
  order: { unit: 'line', sort: codePoint },
  keyEscaping: 'none',
  leaves: { true: 'True', false: 'False', null: 'None', number: 'python', booleanPath: 'kept' },
  exclusions: sampleExclusions,
  quirks: [],
}

const PLUG: Dialect = {
  id: 'PLUG',
  name: 'Shop plugin',
  explanation:
    'Sorted like the reference, but every boolean, true or false, becomes a line that is only 1 without its path.',
  order: { unit: 'path', sort: natural },
  keyEscaping: 'doubledColon',
  leaves: { true: '1', false: '1', null: '', number: 'php', booleanPath: 'lost' },
  exclusions: [
    { keys: { named: 'signature' }, depth: 'wherePlaced', surface: 'every' },
    { keys: { named: 'frame_mode' }, depth: 'top', surface: 'every' },
    { keys: { startingWith: '_' }, depth: 'top', surface: 'every' },
  ],
  quirks: [
    {
      id: 'refusesSemicolon',
      explanation:
        'It refuses data with a semicolon in a key or in a text, because lines are joined with it.',
    },
  ],
}

/** The reference first, in the order of display. */
export const dialects: Readonly<Record<DialectId, Dialect>> = { REF, JS, PY, DOC_JS, DOC_PHP, DOC_PY, PLUG }

export const hasQuirk = (dialect: Dialect, id: Quirk['id']): boolean =>
  dialect.quirks.some((quirk) => quirk.id === id)
