import { decodeUtf8 } from '#lib/bytes/utf8'
import { javascriptText, pythonText, withTextsAt } from './language-texts'
import { family } from './mistake'
import { FRAME_MODE, NESTED, signing } from '#domain/signature/recipe'

const LEVELS = [1, 2, 3]
const EACH_VALUE = 'Write a line for each value inside, with the keys on the way to it joined by colons.'

/** The signed data differs from the received data (contract 2.6, 2.8). */
export const MISTAKES_IN_DATA = family('data', null, [
  {
    id: 'signatureLeft',
    name: 'Signature left inside',
    message: 'The string to sign held an empty signature.',
    fix: 'Leave the signature out before the lines are made, empty or not.',
    topics: ['lines'],
    changes: [{ placeholder: '' }],
  },
  {
    id: 'signatureLeft',
    name: 'Signature left inside',
    message: 'The string to sign held a word in place of the signature.',
    fix: 'Leave the signature out before the lines are made, whatever it contains.',
    topics: ['lines'],
    changes: [
      'null',
      'None',
      'signature',
      'SIGNATURE',
      'placeholder',
      'string',
      'undefined',
      '0',
      '-',
      '...',
    ].map((placeholder) => ({ placeholder })),
    together: 1,
  },
  {
    id: 'nestedSignature',
    name: 'Nested signature signed',
    message: 'A key named signature deeper in the data was signed.',
    fix: 'Leave out every key named signature, at every depth and inside lists too.',
    topics: ['lines'],
    changes: [{ signs: signing(...NESTED) }],
  },
  {
    id: 'formOnlyKeys',
    name: 'frame_mode or _… signed',
    message: 'frame_mode or names that start with _ were signed.',
    fix: 'Leave them out of the string to sign: frame_mode in every message, the others in forms, where the library adds them later.',
    topics: ['formKeys'],
    changes: [
      { signs: signing(...FRAME_MODE, 'underscored') },
      { signs: signing(...FRAME_MODE) },
      { signs: signing('underscored') },
    ],
  },
  {
    id: 'formRulesOnApi',
    name: 'Rules of the form on an API message',
    message: 'Names that start with _ were left out of the string to sign.',
    fix: 'That is right for the form only; in API messages every key except signature and frame_mode is signed.',
    changes: [{ signs: (role) => role === 'signed' }],
  },
  {
    id: 'camelCase',
    name: 'Names in camelCase sent',
    message: 'Names were signed in snake_case and sent in camelCase.',
    fix: 'Send the names of the protocol, such as payment_id, and sign what is sent.',
    changes: [{ names: (key) => snakeCase(key) }],
  },
  {
    id: 'arraysJoined',
    name: 'Lists joined with commas',
    message: 'A list was signed as one line, its items joined with commas.',
    fix: 'Write a line for each item, with its position from 0 as the last part of the path.',
    topics: ['lines'],
    changes: [{ lists: 'commaJoined' }],
  },
  {
    id: 'indexFromOne',
    name: 'Positions from 1',
    message: 'The items of lists were counted from 1.',
    fix: 'Count them from 0.',
    topics: ['lines'],
    changes: [{ firstIndex: 1 }],
  },
  {
    id: 'topZeroKept',
    name: 'Key 0 kept',
    message: 'The values below the top-level key 0 were signed with that key in their path.',
    fix: 'The reference drops a top-level key 0 that holds an object; use another name.',
    changes: [{ topZero: 'kept' }],
  },
  {
    id: 'plusOnTheWay',
    name: '+ arrived as a space',
    message: 'The signed values held +, which arrived as spaces.',
    fix: 'In a query and in form encoding write + as %2B.',
    topics: ['sending'],
    changes: [{ arrival: (text) => text.replaceAll(' ', '+') }],
  },
  {
    id: 'encodedTwiceOnTheWay',
    name: 'Values encoded twice',
    message: 'The values were percent-encoded twice: %xx is still in them after decoding.',
    fix: 'Encode them once.',
    topics: ['sending'],
    changes: [{ arrival: (text) => decodedOnce(text) }],
  },
  {
    id: 'htmlOnTheWay',
    name: 'Values HTML-escaped in transit',
    message: 'The values arrived HTML-escaped (&amp; for &).',
    fix: 'Send what was signed.',
    changes: [{ arrival: (text) => htmlUnescaped(text) }],
  },
  {
    id: 'noneOnTheWay',
    name: 'None or null as a word',
    message: 'Missing values are written as the word None or null, although an empty value was signed.',
    fix: 'Leave such parameters out, before signing too.',
    changes: [{ arrival: (text) => (text === 'None' || text === 'null' ? '' : text) }],
  },
  {
    id: 'decomposedOnTheWay',
    name: 'Letters decomposed in transit',
    message: 'The values arrived decomposed into base letters and marks (NFD).',
    fix: 'Send what was signed.',
    changes: [{ arrival: (text) => text.normalize('NFC') }],
  },
  {
    id: 'latin1OnTheWay',
    name: 'UTF-8 encoded twice',
    message: 'The values arrived with their UTF-8 bytes read as Latin-1 (Ã« for ë).',
    fix: 'Encode the message as UTF-8 once.',
    changes: [{ arrival: (text) => latin1Undone(text) }],
  },
  {
    id: 'slashesOnTheWay',
    name: 'Slashes escaped in transit',
    message: 'The values arrived with \\/ for every /.',
    fix: 'Send what was signed; a JSON text needs the backslash at most once.',
    topics: ['signLast'],
    changes: [{ arrival: (text) => text.replaceAll('\\/', '/') }],
  },
  {
    id: 'trimmed',
    name: 'Values trimmed',
    message: 'Values were signed without the white space around them.',
    fix: 'Sign what is sent.',
    changes: [{ arrival: (text) => text.trim() }],
  },
  {
    id: 'javascriptText',
    name: 'Objects as JavaScript’s text',
    message:
      'Objects and lists were signed as JavaScript turns them into texts: [object Object], and items joined with commas.',
    fix: EACH_VALUE,
    topics: ['lines'],
    changes: LEVELS.map((depth) => ({ data: (root) => withTextsAt(root, depth, javascriptText) })),
  },
  {
    id: 'pythonText',
    name: 'Objects as Python’s text',
    message: 'Dicts and lists were signed as Python writes them, with single quotes, True, False and None.',
    fix: EACH_VALUE,
    topics: ['lines'],
    changes: LEVELS.map((depth) => ({ data: (root) => withTextsAt(root, depth, pythonText) })),
  },
])

const snakeCase = (key: string): string =>
  key.replace(
    /([a-z0-9])([A-Z])/g,
    (_, before: string, letter: string) => `${before}_${letter.toLowerCase()}`,
  )

/** Percent-decodes a text again; keeps one that cannot be decoded. */
export const decodedOnce = (text: string): string => {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

const ENTITIES: readonly (readonly [entity: RegExp, character: string])[] = [
  [/&#0*39;|&#x0*27;|&apos;/gi, "'"],
  [/&quot;|&#0*34;/gi, '"'],
  [/&gt;/gi, '>'],
  [/&lt;/gi, '<'],
  [/&amp;/gi, '&'],
]

const htmlUnescaped = (text: string): string =>
  ENTITIES.reduce((plain, [entity, character]) => plain.replace(entity, character), text)

/** Restores UTF-8 that was taken for Latin-1 and encoded again: `Ã«` was `ë`. */
const latin1Undone = (text: string): string => {
  if (!/[\u00c2-\u00f4][\u0080-\u00bf]/.test(text) || /[\u0100-\uffff]/.test(text)) return text
  return decodeUtf8(Uint8Array.from(text, (character) => character.charCodeAt(0))) ?? text
}
