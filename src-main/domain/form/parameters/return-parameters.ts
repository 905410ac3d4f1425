import * as rules from '#domain/api/rules'
import type { ParameterRow } from './parameter'

const ADDRESS = rules.url(2048)
const ENABLED = rules.oneOf(['0', '1', '2'])
const WAYS = ['iframe', 'parent_page', 'blank_page'] as const
const EVERY_WAY = rules.oneOf(WAYS)
const EVERY_WAY_AND_APP = rules.oneOf(WAYS, ['app'])

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
  [
    'merchant_success_url',
    ADDRESS,
    'Address of the return button after a success',
    'https://shop.example/thanks',
  ],
  [
    'merchant_success_enabled',
    ENABLED,
    'Return button after a success: 0 none, 1 event or close, 2 according to its mode',
    '2',
  ],
  [
    'merchant_success_redirect_mode',
    EVERY_WAY_AND_APP,
    'Where the return after a success opens',
    'parent_page',
  ],
  [
    'merchant_fail_url',
    ADDRESS,
    'Address of the return button after a decline',
    'https://shop.example/again',
  ],
  [
    'merchant_fail_enabled',
    ENABLED,
    'Return button after a decline: 0 none, 1 event or close, 2 according to its mode',
    '2',
  ],
  ['merchant_fail_redirect_mode', EVERY_WAY_AND_APP, 'Where the return after a decline opens', 'parent_page'],
  [
    'merchant_return_url',
    ADDRESS,
    'Address of the return button at every step before the end',
    'https://shop.example/cart',
  ],
  [
    'merchant_return_enabled',
    ENABLED,
    'Return button before the end: 0 none, 1 event or close, 2 according to its mode',
    '2',
  ],
  ['merchant_return_redirect_mode', EVERY_WAY, 'Where the return before the end opens', 'parent_page'],
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
