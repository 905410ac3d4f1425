import { BASE64_JSON, COUNTRY, SWITCH, text, type ParameterRow } from './parameter'

const EMPTY_ORDER = 'eyJwb3NpdGlvbnMiOltdfQ=='

/** The goods, and both ends of a transfer or a payout (contract 7.3). */
export const ORDER_PARAMETERS: readonly ParameterRow[] = [
  ['receipt_data', BASE64_JSON, 'Positions of the receipt, as base64 of JSON', EMPTY_ORDER],
  ['cash_voucher_data', BASE64_JSON, 'Cash voucher, as base64 of JSON', EMPTY_ORDER],
  ['addendum_data', BASE64_JSON, 'Journey data, as base64 of JSON', EMPTY_ORDER],
  ['booking_info', BASE64_JSON, 'Booking, as base64 of JSON', EMPTY_ORDER],
  [
    'recurring',
    { kind: 'json' },
    'Repeat payments that this payment registers, as JSON',
    '{"register":true,"type":"U"}',
    { modes: ['purchase', 'card_verify'] },
  ],
  [
    'recurring_register',
    SWITCH,
    'Registers repeat payments without further conditions',
    '1',
    { modes: ['purchase', 'card_verify'] },
  ],

  ['sender_first_name', text(255), 'First name of the sender', 'Nora'],
  ['sender_last_name', text(255), 'Last name of the sender', 'Vale'],
  ['sender_address', text(99), 'Street and house number of the sender', '12 Harbour Road'],
  ['sender_city', text(25), 'City of the sender', 'Dublin'],
  ['sender_country', COUNTRY, 'Country of the sender', 'IE', { code: '2610' }],
  ['sender_state', text(255), 'State or county of the sender', 'Leinster'],
  ['sender_zip', text(10), 'Post code of the sender', 'D02 X285'],
  ['sender_wallet_id', text(64), 'Wallet that the money leaves', 'wallet-11'],
  ['recipient_first_name', text(255), 'First name of the recipient', 'Ian'],
  ['recipient_last_name', text(255), 'Last name of the recipient', 'Moor'],
  ['recipient_address', text(255), 'Street and house number of the recipient', '3 Mill Lane'],
  ['recipient_city', text(255), 'City of the recipient', 'Galway'],
  ['recipient_country', COUNTRY, 'Country of the recipient', 'IE', { code: '2610' }],
  ['recipient_state', text(255), 'State or county of the recipient', 'Connacht'],
  ['recipient_state_code', text(3), 'Code of that state or county', 'C'],
  [
    'recipient_day_of_birth',
    { kind: 'catalogue', path: 'customer.day_of_birth', maxLength: null },
    'Day of birth of the recipient, DD-MM-YYYY',
    '24-05-1988',
    { code: '2609' },
  ],
  [
    'recipient_pan',
    {
      kind: 'text',
      maxLength: 19,
      pattern: { matches: /^[0-9]{15,19}$/, explanation: 'Must be 15 to 19 digits.' },
    },
    'Card number of the recipient',
    '4000000000000077',
    { code: '10102' },
  ],
  ['recipient_card_holder', text(255), 'Name on the recipient’s card', 'IAN MOOR', { code: '3161' }],
  ['recipient_wallet_id', text(64), 'Wallet that the money reaches', 'wallet-12'],
  ['recipient_wallet_owner', text(255), 'Owner of that wallet', 'Ian Moor'],
  ['payment_cryptocurrency_type', text(255), 'Crypto currency of the transfer', 'BTC'],
]
