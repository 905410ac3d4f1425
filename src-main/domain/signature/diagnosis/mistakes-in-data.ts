import type { Arrival } from './arrival'
import type { Mistake } from './mistake'

const data = (
  id: Mistake['id'],
  name: string,
  message: string,
  fix: string,
  changes: Mistake['changes'],
): Mistake => ({ id, stage: 'data', name, length: 88, message, fix, changes })

const onTheWay = (id: Mistake['id'], name: string, message: string, fix: string, arrival: Arrival): Mistake =>
  data(id, name, message, fix, [{ arrival }])

/** Other data was signed than what arrived (contract 2.6, 2.8). */
export const MISTAKES_IN_DATA: readonly Mistake[] = [
  data(
    'signatureLeft',
    'Signature left inside',
    'The string to sign held an empty signature.',
    'Leave the signature out before the lines are made, empty or not.',
    [{ signatureLeft: '' }],
  ),
  {
    ...data(
      'signatureLeft',
      'Signature left inside',
      'The string to sign held a word in place of the signature.',
      'Leave the signature out before the lines are made, whatever stands in it.',
      ['null', 'None', 'signature', 'SIGNATURE', 'placeholder', 'string', 'undefined', '0', '-', '...'].map(
        (signatureLeft) => ({ signatureLeft }),
      ),
    ),
    alone: true,
  },
  data(
    'nestedSignature',
    'Nested signature signed',
    'A key named signature deeper in the data was signed.',
    'Leave out every key named signature, at every depth and inside lists too.',
    [{ members: 'nestedSignaturesToo' }],
  ),
  data(
    'formOnlyKeys',
    'frame_mode or _… signed',
    'frame_mode or names that start with _ were signed.',
    'Leave them out of the string to sign: frame_mode of every message, the others of forms, where the library adds them later.',
    [{ members: 'formOnlyToo' }, { members: 'frameModeToo' }, { members: 'underscoredToo' }],
  ),
  data(
    'formRulesOnApi',
    'Rules of the form on an API message',
    'Names that start with _ were left out of the string to sign.',
    'That is right for the form alone; in API messages every key except signature and frame_mode is signed.',
    [{ members: 'formRules' }],
  ),
  data(
    'camelCase',
    'Names in camelCase sent',
    'Names were signed in snake_case and sent in camelCase.',
    'Send the names of the protocol, such as payment_id, and sign what is sent.',
    [{ names: 'snakeCase' }],
  ),
  data(
    'arraysJoined',
    'Lists joined with commas',
    'A list was signed as one line, its items joined with commas.',
    'Write a line for each item, with its position from 0 as the last part of the path.',
    [{ arrays: 'commaJoined' }],
  ),
  data('indexFromOne', 'Positions from 1', 'The items of lists were counted from 1.', 'Count them from 0.', [
    { firstIndex: 1 },
  ]),
  data(
    'topZeroKept',
    'Key 0 kept',
    'The values below the top-level key 0 were signed with that key in their path.',
    'The reference drops a top-level key 0 that holds an object; use another name.',
    [{ topZero: 'kept' }],
  ),
  onTheWay(
    'plusOnTheWay',
    '+ arrived as a space',
    'The signed values held +, which arrived as spaces.',
    'In a query and in form encoding write + as %2B.',
    'plusForSpace',
  ),
  onTheWay(
    'encodedTwiceOnTheWay',
    'Values encoded twice',
    'The values were percent-encoded twice: %xx is still in them after decoding.',
    'Encode them once.',
    'percentDecoded',
  ),
  onTheWay(
    'htmlOnTheWay',
    'Values HTML-escaped on the way',
    'The values arrived HTML-escaped (&amp; for &).',
    'Send what was signed.',
    'htmlUnescaped',
  ),
  onTheWay(
    'noneOnTheWay',
    'None or null as a word',
    'Values that were not there are written as the word None or null, although an empty value was signed.',
    'Leave such parameters out, before signing too.',
    'noneEmptied',
  ),
  onTheWay(
    'decomposedOnTheWay',
    'Letters taken apart on the way',
    'The values arrived taken apart into base letters and marks (NFD).',
    'Send what was signed.',
    'composed',
  ),
  onTheWay(
    'latin1OnTheWay',
    'UTF-8 encoded twice',
    'The values arrived with their UTF-8 bytes read as Latin-1 (Ã« for ë).',
    'Encode the message as UTF-8 once.',
    'latin1Undone',
  ),
  onTheWay(
    'slashesOnTheWay',
    'Slashes escaped on the way',
    'The values arrived with \\/ for every /.',
    'Send what was signed; a JSON text needs the backslash at most once.',
    'unslashed',
  ),
  onTheWay(
    'trimmed',
    'Values trimmed',
    'Values were signed without the white space around them.',
    'Sign what is sent.',
    'trimmed',
  ),
]
