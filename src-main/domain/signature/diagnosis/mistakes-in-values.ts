import type { Mistake } from './mistake'
import type { Writing } from './writing'

const values = (
  id: Mistake['id'],
  name: string,
  message: string,
  fix: string,
  changes: Mistake['changes'],
): Mistake => ({ id, stage: 'values', name, length: 88, message, fix, changes })

const ways = (...writings: readonly Writing[]): Mistake['changes'] => writings.map((writing) => ({ writing }))

const BOOLEANS = 'Sign 1 for true and 0 for false.'
const AS_THEY_ARE = 'Sign the characters themselves.'

/** The right values were written in another way (contract 2.3, 2.8). */
export const MISTAKES_IN_VALUES: readonly Mistake[] = [
  values('booleanWords', 'Booleans as words', 'Booleans were signed as true and false.', BOOLEANS, [
    { booleans: 'words' },
  ]),
  values(
    'booleanCapitalWords',
    'Booleans as True and False',
    'Booleans were signed as True and False.',
    BOOLEANS,
    [{ booleans: 'capitalWords' }],
  ),
  values(
    'falseEmpty',
    'false as an empty text',
    'Booleans were signed as 1 and nothing, as a cast to text gives them.',
    BOOLEANS,
    [{ booleans: 'falseEmpty' }],
  ),
  values(
    'bareBoolean',
    'Booleans without their path',
    'The line of a boolean was a bare 1 without its path, as the Shop plugin signs it.',
    'Write path:1 for true and path:0 for false.',
    [
      { booleans: 'bareOne' },
      { booleans: 'bareOne', members: 'formRules' },
      { booleans: 'bareOne', members: 'nestedSignaturesToo' },
    ],
  ),
  values(
    'nullWord',
    'null as a word',
    'null was signed as the word null.',
    'Sign nothing behind the colon: the line is path: alone.',
    [{ nulls: 'null' }],
  ),
  values(
    'nullNone',
    'null as None',
    'null was signed as the word None.',
    'Sign nothing behind the colon: the line is path: alone.',
    [{ nulls: 'None' }],
  ),
  values(
    'emptyDropped',
    'Empty values left out',
    'Parameters with an empty value were left out.',
    'An empty value stays as a line that ends with its colon; null is an empty value too.',
    [{ empties: 'dropped' }],
  ),
  values(
    'nullDropped',
    'null left out',
    'Parameters that are null were left out.',
    'null stays as a line that ends with its colon.',
    [{ nulls: 'dropped' }],
  ),
  values(
    'jsonEscaped',
    'Values as escaped in JSON',
    'The values were signed with \\/ for every /, as in JSON.',
    AS_THEY_ARE,
    ways('jsonSlashes', 'jsonTextSlashes'),
  ),
  values(
    'jsonEscaped',
    'Values as escaped in JSON',
    'Characters outside ASCII were signed as \\uXXXX, as in JSON.',
    AS_THEY_ARE,
    ways('jsonUnicode', 'jsonTextUnicode'),
  ),
  values(
    'jsonEscaped',
    'Values as escaped in JSON',
    'The values were signed as they are escaped in JSON (\\/, \\u00e9, \\").',
    AS_THEY_ARE,
    ways('jsonBoth', 'jsonTextBoth', 'jsonText', 'jsonQuotes'),
  ),
  values(
    'percentEncoded',
    'Percent-encoded values signed',
    'The values were percent-encoded before they were signed.',
    'Sign them as they are and encode them afterwards.',
    ways('uriComponent', 'rawUrl', 'formUrl', 'quoted', 'quotedPlus'),
  ),
  values(
    'htmlEscaped',
    'HTML-escaped values signed',
    'The values were HTML-escaped (&amp; for &) before they were signed.',
    'Sign them as they are.',
    ways('html', 'htmlWithoutApostrophe', 'htmlNumbered'),
  ),
  values(
    'decomposed',
    'Letters taken apart (NFD)',
    'The values were taken apart into base letters and marks (NFD) before they were signed.',
    'Sign the characters as they are sent.',
    [{ letters: 'decomposed' }],
  ),
  values(
    'numberText',
    'Numbers written in another way',
    'Numbers were signed as their language prints them (1.0, 1e-07).',
    'Write the shortest decimal: 1.5 for 1.50, 1 for 1.0. Better: send integers.',
    [{ numbers: 'asWritten' }, { numbers: 'python' }, { numbers: 'javascript' }],
  ),
]
