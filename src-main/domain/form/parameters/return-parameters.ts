import * as rules from '#domain/api/rules'
import type { ParameterRow } from './parameter'
import type { ValueRule } from '#domain/api/rules'

const ADDRESS = rules.url(2048)
const ENABLED = rules.oneOf(['0', '1', '2'])
const WAYS = ['iframe', 'parent_page', 'blank_page'] as const
const EVERY_WAY = rules.oneOf(WAYS)
const EVERY_WAY_AND_APP = rules.oneOf(WAYS, ['app'])

/** The address of a return button, whether it is shown, and where the address opens (contract 7.6). */
const returnButton = (
  name: string,
  when: string,
  address: string,
  ways: ValueRule,
  shown = when,
): readonly ParameterRow[] => [
  [`merchant_${name}_url`, ADDRESS, `Address of the return button ${shown}`, address],
  [
    `merchant_${name}_enabled`,
    ENABLED,
    `Return button ${when}: 0 none, 1 event or close, 2 according to its mode`,
    '2',
  ],
  [`merchant_${name}_redirect_mode`, ways, `Where the return page opens ${when}`, 'parent_page'],
]

/** Where the customer and the callbacks go (contract 7.3, 7.6, 9.3). */
export const RETURN_PARAMETERS: readonly ParameterRow[] = [
  [
    'merchant_callback_url',
    ADDRESS,
    'All callbacks of this payment go here',
    'https://shop.example/callbacks',
  ],
  [
    'merchant_success_callback_url',
    ADDRESS,
    'The final callback of a success goes here',
    'https://shop.example/callbacks/paid',
  ],
  [
    'merchant_decline_callback_url',
    ADDRESS,
    'The final callback of a decline goes here',
    'https://shop.example/callbacks/refused',
  ],
  ...returnButton('success', 'after a success', 'https://shop.example/thanks', EVERY_WAY_AND_APP),
  ...returnButton('fail', 'after a decline', 'https://shop.example/again', EVERY_WAY_AND_APP),
  ...returnButton(
    'return',
    'before the end',
    'https://shop.example/cart',
    EVERY_WAY,
    'at every step before the end',
  ),
  [
    'redirect_success_url',
    ADDRESS,
    'The form goes here automatically after a success',
    'https://shop.example/thanks',
  ],
  ['redirect_success_mode', EVERY_WAY_AND_APP, 'Redirect target; iframe by default', 'parent_page'],
  [
    'redirect_fail_url',
    ADDRESS,
    'The form goes here automatically after a decline; no further attempts are offered',
    'https://shop.example/again',
  ],
  ['redirect_fail_mode', EVERY_WAY_AND_APP, 'Redirect target; iframe by default', 'parent_page'],
  [
    'redirect_tokenize_url',
    ADDRESS,
    'The form goes here automatically after a card is saved',
    'https://shop.example/cards',
    { modes: ['card_tokenize'] },
  ],
  [
    'redirect_tokenize_mode',
    rules.oneOf(['iframe', 'parent_page'], ['blank_page']),
    'Redirect target; iframe by default',
    'parent_page',
    { modes: ['card_tokenize'] },
  ],
  [
    'redirect_return_url',
    ADDRESS,
    'Where an external page that replaced the whole page sends the customer',
    'https://shop.example/back',
  ],
  ['redirect_success_enabled', rules.any, 'Used internally by a shop plugin', '2'],
  ['redirect_fail_enabled', rules.any, 'Used internally by a shop plugin', '2'],
]
