import * as rules from '#domain/api/rules'
import { FORM_MODES } from '#domain/form/settings'
import type { ParameterRow } from './parameter'

const PAYMENTS = ['purchase', 'card_verify', 'payout'] as const
const OF_PAYMENTS = { modes: PAYMENTS, requiredIn: PAYMENTS }
const OF_PURCHASES = { modes: ['purchase'] } as const

/** The project, the payment, its amount and its card (contract 7.1, 7.3). */
export const IDENTIFICATION_PARAMETERS: readonly ParameterRow[] = [
  [
    'project_id',
    rules.projectId,
    'Number of the project at the platform',
    '9041',
    { requiredIn: FORM_MODES, code: '2442' },
  ],
  [
    'payment_id',
    rules.paymentId,
    'The shop’s own id of the payment, unique in the project; letter case is ignored',
    'Shop-2031',
    { ...OF_PAYMENTS, code: '3024' },
  ],
  [
    'customer_id',
    rules.text(255),
    'The shop’s own id of the customer; saved cards belong to it',
    'buyer-5',
    { requiredIn: ['purchase', 'card_tokenize', 'payout'], code: '2124' },
  ],
  [
    'payment_amount',
    rules.amount,
    'Amount in minor units without separators: 4650 is 46.50 EUR; 0 if a card is only checked',
    '4650',
    OF_PAYMENTS,
  ],
  [
    'payment_currency',
    rules.currency,
    'Currency as three capital letters',
    'EUR',
    { ...OF_PAYMENTS, code: '3121' },
  ],
  [
    'signature',
    rules.text(),
    'Signature over all signed parameters; computed last',
    'b3CNhTvxezNWb3FXfTfKsUWEwoUBsSGyllUXxU0KqgixBcPlbRmK90nl5h8K+BvpzpvCBGHTFy6ie8fXiGts8g==',
    { requiredIn: FORM_MODES, code: '3261' },
  ],
  [
    'mode',
    rules.oneOf(['purchase', 'payout', 'card_tokenize', 'card_verify']),
    'What the form is opened for; purchase by default',
    'purchase',
    { requiredIn: ['card_tokenize', 'card_verify', 'payout'] },
  ],
  [
    'payment_description',
    rules.text(255),
    'Shown to the customer and sent in callbacks',
    'Two tickets, row 7',
    { modes: PAYMENTS },
  ],
  [
    'operation_type',
    rules.oneOf(['sale', 'auth']),
    'sale charges immediately, auth only holds the amount',
    'sale',
    OF_PURCHASES,
  ],
  [
    'card_operation_type',
    rules.oneOf(['sale', 'auth']),
    'Older name of operation_type, which takes precedence if both are given',
    'sale',
    OF_PURCHASES,
  ],
  [
    'moto_type',
    rules.integer(0, 2),
    'Order by mail (1) or telephone (2): the card code is not requested; 0 is neither',
    '1',
    OF_PURCHASES,
  ],
  [
    'best_before',
    rules.moment,
    'Time limit for the customer to confirm; more than 30 days ahead means no limit',
    '2031-04-09T18:20:05+02:00',
  ],
  [
    'uuid',
    rules.text(64),
    'Session of a payout that was started through the API',
    '3f2b8c1e-6a54-4d0f-9b7e-1c2d3e4f5a6b',
    { modes: ['payout'], requiredIn: ['payout'] },
  ],
  [
    'debt_account',
    rules.text(10, { pattern: /^[A-Za-z0-9]+$/, explanation: 'Only Latin letters and digits are allowed.' }),
    'Account whose debt is paid back',
    'DEBT4471',
    OF_PURCHASES,
  ],
  [
    'descriptor',
    rules.text(13),
    'Text on the card statement',
    'HARBOUR SHOP',
    { modes: ['purchase', 'card_verify'] },
  ],
  ['payment_extra_param', rules.text(), 'Extra setting of the payment', 'channel-7'],
  [
    'payment_methods_options',
    rules.jsonObject,
    'Settings of payment methods as JSON; additional_data.embedded_mode switches the older embedded form on, submethod_code selects a bank',
    '{"additional_data":{"embedded_mode":true}}',
  ],
  ['merchant_data', rules.text(), 'Anything that the shop wants to keep with the payment', 'cart-118'],
  ['interface_type', rules.any, 'Which client opens the form, as JSON', '{"id":7}'],
  [
    'account_token',
    rules.text(64, { pattern: /^[0-9a-f]{64}$/, explanation: 'Must be 64 lower-case hexadecimal digits.' }),
    'Saved card that is preselected, and the only one that may be used',
    '9f3c'.repeat(16),
    { modes: PAYMENTS, code: '3027' },
  ],
  ['card_holder', rules.text(255), 'Name on the card, prefilled', 'NORA VALE', { code: '3161' }],
  ['checkout_script', rules.onOff, 'The page uses the checkout script', '0'],
  ['stored_card_type', rules.integer(0, 6), 'How the saved card is used, 0 to 6 as in the API', '1'],
  ['customer_installment_count', rules.integer(1), 'Number of instalments', '3', OF_PURCHASES],
]
