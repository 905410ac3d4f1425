import { javascriptNumbers, pythonNumbers } from '#domain/signature/number-text'
import { escapedSlashes, escapedUnicode } from './json-writing'
import { family, type MistakeRow } from './mistake'
import { NESTED, signing, type Change } from '#domain/signature/recipe'

const DIGITS = 'Sign 1 for true and 0 for false.'
const NOTHING = 'Sign nothing after the colon: the line is just path:.'
const INTEGERS = 'Write the shortest decimal: 1.5 for 1.50, 1 for 1.0. Better: send integers.'

const CAPITAL_WORDS = { yes: 'True', no: 'False' } as const
const CAST_TO_TEXT = { yes: '1', no: '' } as const
const BARE = { yes: '1', no: '1', bare: true } as const

const ways = (...writings: readonly ((text: string) => string)[]): readonly Change[] =>
  writings.map((writing) => ({ writing }))

const escapedInJson = (message: string, changes: readonly Change[]): MistakeRow => ({
  id: 'jsonEscaped',
  name: 'Values as escaped in JSON',
  message,
  fix: 'Sign the characters themselves.',
  topics: ['signLast'],
  changes,
})

/** Mistakes in how the values are written into the string to sign (contract 2.3, 2.8). */
export const MISTAKES_IN_VALUES = family('values', 'values', [
  {
    id: 'booleanWords',
    name: 'Booleans as words',
    message: 'Booleans were signed as true and false.',
    fix: DIGITS,
    changes: [{ booleans: { yes: 'true', no: 'false' } }],
  },
  {
    id: 'booleanCapitalWords',
    name: 'Booleans as True and False',
    message: 'Booleans were signed as True and False.',
    fix: DIGITS,
    changes: [{ booleans: CAPITAL_WORDS }],
  },
  {
    id: 'falseEmpty',
    name: 'false as an empty text',
    message: 'Booleans were signed as 1 and nothing, as a cast to string produces them.',
    fix: DIGITS,
    changes: [{ booleans: CAST_TO_TEXT }],
  },
  {
    id: 'bareBoolean',
    name: 'Booleans without their path',
    message: 'The line of a boolean was a bare 1 without its path, as the Shop plugin signs it.',
    fix: 'Write path:1 for true and path:0 for false.',
    topics: ['values', 'lines'],
    changes: [
      { booleans: BARE },
      { booleans: BARE, signs: (role) => role === 'signed' },
      { booleans: BARE, signs: signing(...NESTED) },
    ],
  },
  {
    id: 'nullWord',
    name: 'null as a word',
    message: 'null was signed as the word null.',
    fix: NOTHING,
    changes: [{ nulls: 'null' }],
  },
  {
    id: 'nullNone',
    name: 'null as None',
    message: 'null was signed as the word None.',
    fix: NOTHING,
    changes: [{ nulls: 'None' }],
  },
  {
    id: 'emptyDropped',
    name: 'Empty values left out',
    message: 'Parameters with an empty value were left out.',
    fix: 'An empty value stays as a line that ends with its colon; null is an empty value too.',
    topics: ['values', 'lines'],
    changes: [{ empties: 'dropped' }],
  },
  {
    id: 'nullDropped',
    name: 'null left out',
    message: 'Parameters that are null were left out.',
    fix: 'null stays as a line that ends with its colon.',
    topics: ['values', 'lines'],
    changes: [{ nulls: null }],
  },
  escapedInJson(
    'The values were signed with \\/ for every /, as in JSON.',
    ways(escapedSlashes, (text) => escapedSlashes(inJson(text))),
  ),
  escapedInJson(
    'Characters outside ASCII were signed as \\uXXXX, as in JSON.',
    ways(escapedUnicode, (text) => escapedUnicode(inJson(text))),
  ),
  escapedInJson(
    'The values were signed as they are escaped in JSON (\\/, \\u00e9, \\").',
    ways(
      (text) => escapedSlashes(escapedUnicode(text)),
      (text) => escapedSlashes(escapedUnicode(inJson(text))),
      (text) => inJson(text),
      JSON.stringify,
    ),
  ),
  {
    id: 'percentEncoded',
    name: 'Percent-encoded values signed',
    message: 'The values were percent-encoded before they were signed.',
    fix: 'Sign them as they are and encode them afterwards.',
    topics: ['sending'],
    changes: ways(
      (text) => percentEncoded(text),
      (text) => percentEncoded(text, /[!'()*]/g),
      (text) => percentEncoded(text, /[!'()*~]/g).replaceAll('%20', '+'),
      (text) => percentEncoded(text, /[!'()*]/g).replaceAll('%2F', '/'),
      (text) => percentEncoded(text, /[!'()*]/g).replaceAll('%20', '+'),
    ),
  },
  {
    id: 'htmlEscaped',
    name: 'HTML-escaped values signed',
    message: 'The values were HTML-escaped (&amp; for &) before they were signed.',
    fix: 'Sign them as they are.',
    topics: [],
    changes: ways(
      (text) => htmlEscaped(text).replaceAll("'", '&#039;'),
      (text) => htmlEscaped(text),
      (text) => htmlEscaped(text).replaceAll("'", '&#x27;'),
    ),
  },
  {
    id: 'decomposed',
    name: 'Letters decomposed (NFD)',
    message: 'The values were decomposed into base letters and marks (NFD) before they were signed.',
    fix: 'Sign the characters as they are sent.',
    topics: [],
    changes: [{ letters: (text) => text.normalize('NFD') }],
  },
  {
    id: 'numberText',
    name: 'Numbers written in another way',
    message: 'Numbers were signed as a programming language prints them (1.0, 1e-07).',
    fix: INTEGERS,
    changes: [{ numbers: ({ text }) => text }, { numbers: pythonNumbers }, { numbers: javascriptNumbers }],
  },
  {
    id: 'numbersCut',
    name: 'Fractions cut off',
    message: 'Only the whole part of numbers was signed, as the Go SDK does.',
    fix: INTEGERS,
    changes: [{ numbers: ({ value }) => String(Math.trunc(value)) }],
  },
  {
    id: 'numbersAsFractions',
    name: 'Whole numbers as fractions',
    message: 'Numbers were signed with decimals that they do not need (1.0, 1.00).',
    fix: INTEGERS,
    changes: [
      { numbers: ({ value }) => (Number.isInteger(value) ? value.toFixed(1) : String(value)) },
      { numbers: ({ value }) => value.toFixed(2) },
    ],
  },
])

const inJson = (text: string): string => JSON.stringify(text).slice(1, -1)

/** `others`: more characters to encode. Keeps a text with half a surrogate pair, which cannot be encoded. */
const percentEncoded = (text: string, others = /(?!)/g): string => {
  try {
    return encodeURIComponent(text).replace(
      others,
      (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
    )
  } catch {
    return text
  }
}

const htmlEscaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;')
