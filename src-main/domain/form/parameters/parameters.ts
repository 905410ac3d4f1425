import * as rules from '#domain/api/rules'
import { CUSTOMER_PARAMETERS } from './customer-parameters'
import { IDENTIFICATION_PARAMETERS } from './identification-parameters'
import { RETURN_PARAMETERS } from './return-parameters'
import { CARD_BRANDS } from '#domain/card/brand'
import { FORM_MODES } from '#domain/form/settings'
import type { FormParameter, ParameterRow } from './parameter'

const EMPTY_ORDER = 'eyJwb3NpdGlvbnMiOltdfQ=='

/** The goods, repeat payments, and the sender and recipient of a transfer or payout (contract 7.3). */
const ORDER_PARAMETERS: readonly ParameterRow[] = [
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

const METHOD_PARAMETERS: readonly ParameterRow[] = [
  [
    'force_payment_method',
    rules.text(100),
    'The only way to pay: card, or the form code of a method',
    'card',
    { code: '2541' },
  ],
  [
    'force_payment_group',
    rules.text(100),
    'The only group of ways to pay (openbanking: methods of banks); ignored if force_payment_method is given',
    'openbanking',
    { code: '2541' },
  ],
  [
    'force_payment_method_subtype',
    rules.oneOf(CARD_BRANDS.map(({ brand }) => brand)),
    'The only card brand that is accepted',
    'visa',
    { code: '2541' },
  ],
  ['default_payment_method', rules.text(100), 'The way to pay that is selected initially', 'card'],
  ['hide', rules.text(), 'Ways to pay that are not shown, separated by commas', 'wallet,bank'],
  [
    'list_payment_block',
    rules.text(100),
    'With the value payment_method, the form lists the ways to pay',
    'payment_method',
  ],
  ['force_paged_mode', rules.onOff, 'The list of ways to pay gets a separate page', '1'],
  [
    'cashier_default_mode',
    rules.oneOf(['deposit', 'withdrawal']),
    'Tab that a deposit form shows first',
    'deposit',
  ],
  ['cashier_force_mode', rules.oneOf(['deposit', 'withdrawal']), 'The only tab of a deposit form', 'deposit'],
  ['cashier_manual_input', rules.onOff, 'The customer may enter the amount', '1'],
  ['cashier_min_value', rules.integer(0), 'Smallest amount that may be entered', '1000'],
  ['cashier_max_value', rules.integer(0), 'Largest amount that may be entered', '50000'],
  [
    'cashier_predefined_amounts',
    rules.text(),
    'Amounts offered as buttons, separated by commas',
    '1000,2500,5000',
  ],
]

const LOOK_PARAMETERS: readonly ParameterRow[] = [
  [
    'language_code',
    rules.text(35),
    'Language of the form; by default the browser’s, then the region’s, then English',
    'de',
  ],
  [
    'region_code',
    rules.countryInAnyCase,
    'Country of the customer, instead of a guess from the IP address',
    'DE',
    { code: '2261' },
  ],
  ['style_id', rules.integer(0), 'Number of a design', '4'],
  ['terminal_id', rules.integer(0), 'Number of a terminal', '11'],
  ['target_element', rules.any, 'Id of the element in which the form is shown as an iframe', 'payment-form'],
  ['redirect', rules.onOff, 'Shows the form as a separate page; takes precedence over target_element', '1'],
  ['redirect_on_mobile', rules.onOff, 'Like redirect, but on mobile devices only', '1'],
  ['close_on_missclick', rules.onOff, 'A click outside the modal window closes it', '1'],
  ['css_modal_wrap', rules.text(), 'Class for the container of the modal window', 'my-shop'],
  ['force_acs_new_window', rules.onOff, 'Pages of card issuers open in a new tab', '1'],
  [
    'baseUrl',
    rules.text(2048),
    'Origin of the form if it differs from that of merchant.js; a strict project checks it',
    'https://pay.example',
  ],
  [
    'urlBase',
    rules.text(),
    'If given, must be the origin of the form; anything else gets 404',
    'https://pay.example',
  ],
  ['merchant_domain', rules.text(255), 'Domain of the shop; embedded buttons need it', 'shop.example'],
  ['apple_allow_payment', rules.onOff, 'The iframe may use the payment methods of the device', '1'],
  [
    'frame_mode',
    rules.oneOf(['popup', 'iframe', 'tab', 'embedded']),
    'How the form is shown; the library sets it',
    'iframe',
  ],
  ['via_telegram', rules.onOff, 'Used only by a demonstration', '0'],
  ['_referrer', rules.any, 'Page that opened the form; the library adds it', 'https://shop.example/cart'],
  ['_sw', rules.any, 'Width of the screen; the library adds it', '1920'],
  ['_sh', rules.any, 'Height of the screen; the library adds it', '1080'],
  [
    '_theme',
    rules.any,
    'Colours: light, dark, or auto for those of the customer’s system; light by default',
    'dark',
  ],
  ['_plugin_version', rules.any, 'Version of a shop plugin', '2.4.1'],
]

/** The parameters of contract 7.3, in the order in which the workbench lists them. */
export const FORM_PARAMETERS: readonly FormParameter[] = [
  ...IDENTIFICATION_PARAMETERS,
  ...CUSTOMER_PARAMETERS,
  ...ORDER_PARAMETERS,
  ...METHOD_PARAMETERS,
  ...LOOK_PARAMETERS,
  ...RETURN_PARAMETERS,
].map(([name, rule, meaning, sample, particulars]) => ({
  ...{ name, rule, meaning, sample, modes: FORM_MODES, requiredIn: [], code: '502' },
  ...particulars,
}))

/** The parameters that a purchase needs (contract 7.1). */
export const PURCHASE_PARAMETERS: readonly string[] = FORM_PARAMETERS.filter(({ requiredIn }) =>
  requiredIn.includes('purchase'),
).map(({ name }) => name)

const BY_NAME: ReadonlyMap<string, FormParameter> = new Map(
  FORM_PARAMETERS.map((parameter) => [parameter.name, parameter]),
)

/** Null for an unknown name. */
export function findParameter(name: string): FormParameter | null {
  return BY_NAME.get(name) ?? null
}

/** Whether the string to sign omits a top-level name (contract 2.6). */
export function isUnsigned(name: string): boolean {
  return name === 'signature' || name === 'frame_mode' || name.startsWith('_')
}
