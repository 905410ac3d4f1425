import { dialects, type DialectId } from '#domain/signature/dialects'
import { JSON_WRITINGS, type JsonWriting } from './json-writing'
import type { Mistake, Stage } from './mistake'
import { REFERENCE_JOINING, REFERENCE_LINES, type Change } from './recipe'

const text =
  (stage: Stage) =>
  (id: Mistake['id'], name: string, message: string, fix: string, changes: Mistake['changes']): Mistake => ({
    id,
    stage,
    name,
    length: 88,
    message,
    fix,
    changes,
  })

const order = text('order')
const lines = text('lines')
const joining = text('joining')

const BY_PATH =
  'Sort the lines by their whole path in natural order, in which runs of digits compare as numbers.'

/** A JSON text instead of lines: no mistake in making or joining lines can come with it. */
const wholeText = (text: JsonWriting): Change => ({ ...REFERENCE_LINES, ...REFERENCE_JOINING, text })

/** A sample of the documentation: it fixes how lines are made, but not how they are joined. */
const sample = (id: Mistake['id'], dialect: DialectId, change: Change): Mistake => {
  const { name, explanation } = dialects[dialect]
  return order(id, name, `It was made as by ${name}: ${explanation}`, BY_PATH, [
    { ...REFERENCE_LINES, ...change },
  ])
}

/** The lines were put together, sorted or joined in another way (contract 2.2, 2.4, 2.5, 2.8). */
export const MISTAKES_IN_TEXT: readonly Mistake[] = [
  order(
    'codePointOrder',
    'Sorted by code point',
    'The lines were sorted by code point, as the Python SDK does: index 10 stands before index 2.',
    BY_PATH,
    [
      { order: 'codePointPath' },
      { order: 'codePointPath', numbers: 'python' },
      { order: 'codePointPath', numbers: 'python', members: 'nestedSignaturesToo' },
    ],
  ),
  order(
    'javascriptSdk',
    'Sorted like the JavaScript SDK',
    'It was made as by the JavaScript SDK: the keys of every object were sorted on their own and colons in keys stayed single.',
    BY_PATH,
    [
      { order: 'javascriptLevels', colons: 'single' },
      { order: 'javascriptLevels', colons: 'single', numbers: 'javascript' },
    ],
  ),
  order(
    'unsorted',
    'Not sorted',
    'The lines were not sorted.',
    'Sort them by their names in natural order before joining.',
    [{ order: 'asReceived' }],
  ),
  order(
    'levelOrder',
    'Sorted level by level',
    'The keys of every object were sorted on their own.',
    BY_PATH,
    [{ order: 'codePointLevels' }, { order: 'naturalLevels' }, { order: 'javascriptLevels' }],
  ),
  order('lineOrder', 'Whole lines sorted', 'Whole lines were sorted, value included.', BY_PATH, [
    { order: 'codePointLine' },
    { order: 'naturalLine' },
  ]),
  lines(
    'singleColon',
    'Colons in keys not doubled',
    'A colon inside a key was not doubled.',
    'Write :: for every colon inside a key before the keys are joined.',
    [{ colons: 'single' }],
  ),
  lines('valuesOnly', 'Values without names', 'Only the values were signed.', 'Every line is name:value.', [
    { path: 'none' },
  ]),
  lines(
    'keyWithoutPath',
    'Names without their path',
    'Names were signed without those around them.',
    'Write the whole path: recurring:type:U, not type:U.',
    [{ path: 'lastKey' }, { path: 'lastKeyOfSorted' }, { path: 'lastKeyOnce' }],
  ),
  lines(
    'pathWithPoints',
    'Path joined with points',
    'A nested name was joined with a point.',
    'Join names with :.',
    [{ path: 'points' }],
  ),
  lines(
    'equalsSign',
    '= between name and value',
    'The names were joined to the values with =.',
    'Every line is name:value.',
    [{ equals: '=' }],
  ),
  lines(
    'rawJson',
    'JSON text signed',
    'The JSON text itself was signed.',
    'Sign the sorted lines name:value.',
    JSON_WRITINGS.map(wholeText),
  ),
  joining(
    'trailingSemicolon',
    'Semicolon at the end',
    'The string to sign ends with ;.',
    'Put ; between the lines only.',
    [{ tail: ';' }],
  ),
  joining(
    'otherJoiner',
    'Joined with a line feed',
    'The lines were joined with a line feed.',
    'Join them with ;.',
    [{ joiner: '\n' }],
  ),
  joining('otherJoiner', 'Joined with &', 'The lines were joined with &.', 'Join them with ;.', [
    { joiner: '&' },
  ]),
  joining(
    'otherJoiner',
    'Joined with nothing',
    'The lines were joined with nothing between them.',
    'Join them with ;.',
    [{ joiner: '' }],
  ),
  ...(
    [
      [',', 'a comma'],
      ['|', 'a vertical bar'],
      [' ', 'a space'],
      ['; ', 'a semicolon and a space'],
      [';\n', 'a semicolon and a line feed'],
      ['\r\n', 'CR LF'],
      [':', 'a colon'],
    ] as const
  ).map(([joiner, name]): Mistake => ({
    ...joining(
      'otherJoiner',
      `Joined with ${name}`,
      `The lines were joined with ${name}.`,
      'Join them with ; alone.',
      [{ joiner }],
    ),
    alone: true,
  })),
]

/** Ways of published samples that change several things at once (contract 2.5). */
export const SAMPLES: readonly Mistake[] = [
  sample('docJavascript', 'DOC_JS', {
    order: 'localeLine',
    colons: 'single',
    numbers: 'javascript',
    topZero: 'kept',
    members: 'frameModeToo',
  }),
  sample('docPhp', 'DOC_PHP', {
    order: 'naturalLine',
    colons: 'single',
    booleans: 'falseEmpty',
    topZero: 'kept',
  }),
  sample('docPython', 'DOC_PY', {
    order: 'codePointLine',
    colons: 'single',
    booleans: 'capitalWords',
    nulls: 'None',
    numbers: 'python',
    topZero: 'kept',
  }),
]
