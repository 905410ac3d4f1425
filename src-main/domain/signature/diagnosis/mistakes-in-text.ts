import { dialects, type DialectId } from '#domain/signature/dialects'
import { JSON_TEXTS } from './json-writing'
import { family } from './mistake'
import { javascriptNumbers, pythonNumbers } from '#domain/signature/number-text'
import { codePoint, enumeration, language, natural, unsorted } from '#domain/signature/sorting'
import { NESTED, signing } from '#domain/signature/recipe'

const BY_PATH =
  'Sort the lines by their whole path in natural order, in which runs of digits compare as numbers.'

/** A published sample, which departs from the reference in several ways (contract 2.5). */
const sample = (id: string, dialect: DialectId) => {
  const { name, explanation, change } = dialects[dialect]
  const message = `It was made the way the ${name} does it: ${explanation}`
  return { id, name, message, fix: BY_PATH, changes: [change] } as const
}

const lastKey = (path: string): string => path.slice(path.lastIndexOf(':') + 1)

/** The lines were sorted differently (contract 2.4, 2.5). */
export const MISTAKES_OF_ORDER = family('order', 'order', [
  {
    id: 'codePointOrder',
    name: 'Sorted by code point',
    message: 'The lines were sorted by code point, as the Python SDK does: index 10 comes before index 2.',
    fix: BY_PATH,
    changes: [
      { order: { unit: 'path', sort: codePoint } },
      { order: { unit: 'path', sort: codePoint }, numbers: pythonNumbers },
      { order: { unit: 'path', sort: codePoint }, numbers: pythonNumbers, signs: signing(...NESTED) },
    ],
  },
  {
    id: 'javascriptSdk',
    name: 'Sorted like the JavaScript SDK',
    message:
      'It was made the way the JavaScript SDK does it: the keys of every object were sorted separately and colons in keys stayed single.',
    fix: BY_PATH,
    topics: ['lines', 'order'],
    changes: [
      { order: { unit: 'level', sort: enumeration }, colon: ':' },
      { order: { unit: 'level', sort: enumeration }, colon: ':', numbers: javascriptNumbers },
    ],
  },
  {
    id: 'unsorted',
    name: 'Not sorted',
    message: 'The lines were not sorted.',
    fix: 'Sort them by their names in natural order before joining.',
    changes: [{ order: { unit: 'path', sort: unsorted } }],
  },
  {
    id: 'levelOrder',
    name: 'Sorted level by level',
    message: 'The keys of every object were sorted separately.',
    fix: BY_PATH,
    changes: [codePoint, natural, enumeration].map((sort) => ({ order: { unit: 'level', sort } })),
  },
  {
    id: 'lineOrder',
    name: 'Whole lines sorted',
    message: 'Whole lines were sorted, value included.',
    fix: BY_PATH,
    changes: [codePoint, natural].map((sort) => ({ order: { unit: 'line', sort } })),
  },
  {
    id: 'nestedUnsorted',
    name: 'Nested keys not sorted',
    message:
      'Only the keys of the top level were sorted; those of the objects inside were left as they were.',
    fix: BY_PATH,
    changes: [natural, codePoint].map((sort) => ({ order: { unit: 'topLevel', sort } })),
  },
  {
    id: 'languageOrder',
    name: 'Sorted by locale',
    message: 'The lines were sorted by the rules of a language, as localeCompare does.',
    fix: BY_PATH,
    changes: [
      { order: { unit: 'path', sort: language } },
      { order: { unit: 'line', sort: language } },
      { order: { unit: 'level', sort: language } },
    ],
  },
])

/** A line was written differently (contract 2.2). */
export const MISTAKES_OF_LINES = family('lines', 'lines', [
  {
    id: 'singleColon',
    name: 'Colons in keys not doubled',
    message: 'A colon inside a key was not doubled.',
    fix: 'Write :: for every colon inside a key before the keys are joined.',
    changes: [{ colon: ':' }],
  },
  {
    id: 'valuesOnly',
    name: 'Values without names',
    message: 'Only the values were signed.',
    fix: 'Every line is name:value.',
    topics: ['joining'],
    changes: [{ path: { sortedBy: ['whole'] } }],
  },
  {
    id: 'keyWithoutPath',
    name: 'Names without their path',
    message: 'Names were signed without the names above them.',
    fix: 'Write the whole path: recurring:type:U, not type:U.',
    changes: [
      { path: { write: lastKey, sortedBy: ['written'] } },
      { path: { write: lastKey, sortedBy: ['whole', 'written'] } },
      { path: { write: lastKey, sortedBy: ['written'], once: true } },
    ],
  },
  {
    id: 'pathWithPoints',
    name: 'Path joined with dots',
    message: 'A nested name was joined with a dot.',
    fix: 'Join names with :.',
    changes: [{ path: { write: (path) => path.replaceAll(':', '.'), sortedBy: ['whole'] } }],
  },
  {
    id: 'equalsSign',
    name: '= between name and value',
    message: 'The names were joined to the values with =.',
    fix: 'Every line is name:value.',
    topics: ['joining'],
    changes: [{ equals: '=' }],
  },
  {
    id: 'rawJson',
    name: 'JSON text signed',
    message: 'The JSON text itself was signed.',
    fix: 'Sign the sorted lines name:value.',
    topics: ['values', 'lines', 'order', 'joining'],
    changes: JSON_TEXTS.map((wholeText) => ({ wholeText })),
  },
])

const COMMON_JOINERS = Object.entries({ '\n': 'a line feed', '&': '&', '': 'nothing' })

const RARE_JOINERS = [
  [',', 'a comma'],
  ['|', 'a vertical bar'],
  [' ', 'a space'],
  ['; ', 'a semicolon and a space'],
  [';\n', 'a semicolon and a line feed'],
  ['\r\n', 'CR LF'],
  [':', 'a colon'],
] as const

const otherJoiner = (joiner: string, words: string) => ({
  id: 'otherJoiner',
  name: `Joined with ${words}`,
  message: `The lines were joined with ${joiner === '' ? 'nothing between them' : words}.`,
  fix: 'Join them with ; only.',
  changes: [{ joiner }],
})

/** The lines were joined differently (contract 2.2). */
export const MISTAKES_OF_JOINING = family('joining', 'joining', [
  {
    id: 'trailingSemicolon',
    name: 'Semicolon at the end',
    message: 'The string to sign ends with ;.',
    fix: 'Put ; between the lines only.',
    changes: [{ tail: ';' }],
  },
  {
    id: 'trailingLineFeed',
    name: 'Line feed at the end',
    message: 'The string to sign ends with a line feed, as echo writes it.',
    fix: 'Sign the text without it: printf %s in a shell.',
    changes: [{ tail: '\n' }],
  },
  ...COMMON_JOINERS.map(([joiner, words]) => otherJoiner(joiner, words)),
  ...RARE_JOINERS.map(([joiner, words]) => ({ ...otherJoiner(joiner, words), together: 1 as const })),
])

export const SAMPLES = family(
  'order',
  ['lines', 'order'],
  [
    sample('docJavascript', 'DOC_JS'),
    { ...sample('docPhp', 'DOC_PHP'), topics: ['values', 'lines', 'order'] },
    { ...sample('docPython', 'DOC_PY'), topics: ['values', 'lines', 'order'] },
  ],
)
