import * as rules from '#domain/api/rules'
import type { ParameterRow } from './parameter'

const EMPTY_ORDER = 'eyJwb3NpdGlvbnMiOltdfQ=='

/** The goods, repeat payments, and the sender and recipient of a transfer or payout (contract 7.3). */
export const ORDER_PARAMETERS: readonly ParameterRow[] = [
  ['receipt_data', rules.base64Json, 'Positions of the receipt, as base64-encoded JSON', EMPTY_ORDER],
  ['cash_voucher_data', rules.base64Json, 'Cash voucher, as base64-encoded JSON', EMPTY_ORDER],
  ['addendum_data', rules.base64Json, 'Journey data, as base64-encoded JSON', EMPTY_ORDER],
  ['booking_info', rules.base64Json, 'Booking, as base64-encoded JSON', EMPTY_ORDER],
  [
    'recurring',
    rules.jsonObject,
    'Repeat payments that this payment registers, as JSON',
    '{"register":true,"type":"U"}',
    { modes: ['purchase', 'card_verify'] },
  ],
  [
    'recurring_register',
    rules.onOff,
    'Registers repeat payments without further conditions',
    '1',
    { modes: ['purchase', 'card_verify'] },
  ],

  ['sender_first_name', rules.text(255), 'First name of the sender', 'Nora'],
  ['sender_last_name', rules.text(255), 'Last name of the sender', 'Vale'],
  ['sender_address', rules.text(99), 'Street and house number of the sender', '12 Harbour Road'],
  ['sender_city', rules.text(25), 'City of the sender', 'Dublin'],
  ['sender_country', rules.countryInAnyCase, 'Country of the sender', 'IE', { code: '2610' }],
  ['sender_state', rules.text(255), 'State or county of the sender', 'Leinster'],
  ['sender_zip', rules.text(10), 'Post code of the sender', 'D02 X285'],
  ['sender_wallet_id', rules.text(64), 'Wallet that sends the money', 'wallet-11'],
  ['recipient_first_name', rules.text(255), 'First name of the recipient', 'Ian'],
  ['recipient_last_name', rules.text(255), 'Last name of the recipient', 'Moor'],
  ['recipient_address', rules.text(255), 'Street and house number of the recipient', '3 Mill Lane'],
  ['recipient_city', rules.text(255), 'City of the recipient', 'Galway'],
  ['recipient_country', rules.countryInAnyCase, 'Country of the recipient', 'IE', { code: '2610' }],
  ['recipient_state', rules.text(255), 'State or county of the recipient', 'Connacht'],
  ['recipient_state_code', rules.text(3), 'Code of the recipient’s state or county', 'C'],
  [
    'recipient_day_of_birth',
    rules.date(true),
    'Date of birth of the recipient, DD-MM-YYYY',
    '24-05-1988',
    { code: '2609' },
  ],
  [
    'recipient_pan',
    rules.text(19, { pattern: /^[0-9]{15,19}$/, explanation: 'Must be 15 to 19 digits.' }),
    'Card number of the recipient',
    '4000000000000077',
    { code: '10102' },
  ],
  ['recipient_card_holder', rules.text(255), 'Name on the recipient’s card', 'IAN MOOR', { code: '3161' }],
  ['recipient_wallet_id', rules.text(64), 'Wallet that receives the money', 'wallet-12'],
  ['recipient_wallet_owner', rules.text(255), 'Owner of the recipient’s wallet', 'Ian Moor'],
  ['payment_cryptocurrency_type', rules.text(255), 'Cryptocurrency of the transfer', 'BTC'],
]
