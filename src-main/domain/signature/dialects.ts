import { javascriptNumbers, pythonNumbers } from './number-text'
import { FRAME_MODE, signing, type Change, type Recipe } from './recipe'
import { codePoint, enumeration, language, natural } from './sorting'

/** Public merchant code, identified by how it makes the string to sign (contract 2.5). */
export type DialectId = 'REF' | 'JS' | 'PY' | 'DOC_JS' | 'DOC_PHP' | 'DOC_PY' | 'PLUG'

type Quirk =
  /** The callback reader treats every value as an object and throws on null. */
  | 'callbackReaderFailsOnNull'
  /** The code reads the keys of the outermost value and crashes if that is an array. */
  | 'failsOnTopLevelArray'
  /** The code refuses data with a semicolon in a key or in a text, because lines are joined with semicolons. */
  | 'refusesSemicolon'
  /** The callback reader compares with the last signature that it finds, at any depth. */
  | 'readsLastSignature'

export interface Dialect {
  readonly id: DialectId
  readonly name: string
  /** What this code does with the data, in one sentence. */
  readonly explanation: string
  readonly change: Change
  readonly quirks: readonly Quirk[]
}

const SAMPLE = { topZero: 'kept', colon: ':' } as const

const frameModeExceptOnForms: Recipe['signs'] = (role, surface) =>
  signing(...(surface === 'form' ? [] : FRAME_MODE))(role, surface)

/** In the order of display, the reference first. */
export const dialects: Readonly<Record<DialectId, Dialect>> = {
  REF: {
    id: 'REF',
    name: 'Reference (PHP SDK)',
    explanation:
      'One line per value, sorted by the whole path in natural order, so that index 10 follows index 9; a colon inside a key is doubled.',
    change: {},
    quirks: [],
  },
  JS: {
    id: 'JS',
    name: 'JavaScript SDK',
    explanation:
      'The keys of every object are sorted separately by UTF-16 units, integer keys first and in numeric order; colons in keys stay single.',
    change: {
      topZero: 'kept',
      colon: ':',
      numbers: javascriptNumbers,
      order: { unit: 'level', sort: enumeration },
    },
    quirks: ['callbackReaderFailsOnNull', 'readsLastSignature'],
  },
  PY: {
    id: 'PY',
    name: 'Python SDK',
    explanation:
      'One line per value, sorted by the whole path in code point order, so that index 10 comes before index 2; 1.0 stays 1.0.',
    change: {
      signs: signing('listed'),
      topZero: 'kept',
      numbers: pythonNumbers,
      order: { unit: 'path', sort: codePoint },
    },
    quirks: ['failsOnTopLevelArray'],
  },
  DOC_JS: {
    id: 'DOC_JS',
    name: 'JavaScript sample of the documentation',
    explanation:
      'Whole lines, value included, are sorted by the rules of a language: underscore before colon, capitals beside small letters.',
    change: {
      ...SAMPLE,
      signs: signing(...FRAME_MODE),
      numbers: javascriptNumbers,
      order: { unit: 'line', sort: language },
    },
    quirks: [],
  },
  DOC_PHP: {
    id: 'DOC_PHP',
    name: 'PHP form sample of the documentation',
    explanation: 'Whole lines, value included, are sorted in natural order; false becomes an empty string.',
    change: {
      ...SAMPLE,
      signs: frameModeExceptOnForms,
      booleans: { yes: '1', no: '' },
      order: { unit: 'line', sort: natural },
    },
    quirks: [],
  },
  DOC_PY: {
    id: 'DOC_PY',
    name: 'Python sample of the documentation',
    explanation:
      'Whole lines, value included, are sorted in code point order; True, False and None are written as words.',
    change: {
      ...SAMPLE,
      signs: frameModeExceptOnForms,
      booleans: { yes: 'True', no: 'False' },
      nulls: 'None',
      numbers: pythonNumbers,
      order: { unit: 'line', sort: codePoint },
    },
    quirks: [],
  },
  PLUG: {
    id: 'PLUG',
    name: 'Shop plugin',
    explanation:
      'Sorted like the reference, but every boolean, true or false, becomes a bare 1 without its path.',
    change: {
      signs: (role) => role !== 'placed' && role !== 'frameMode' && role !== 'underscored',
      topZero: 'kept',
      booleans: { yes: '1', no: '1', bare: true },
    },
    quirks: ['refusesSemicolon'],
  },
}

export const hasQuirk = ({ quirks }: Dialect, quirk: Quirk): boolean => quirks.includes(quirk)
