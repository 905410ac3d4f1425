import * as rules from '#domain/api/rules'
import { CUSTOMER_PARAMETERS } from './customer-parameters'
import { IDENTIFICATION_PARAMETERS } from './identification-parameters'
import { ORDER_PARAMETERS } from './order-parameters'
import { RETURN_PARAMETERS } from './return-parameters'
import { CARD_BRANDS } from '#domain/card/brand'
import { FORM_MODES } from '#domain/form/settings'
import type { FormParameter, ParameterRow } from './parameter'

/** Offered ways to pay (contract 7.3). */
const METHOD_PARAMETERS: readonly ParameterRow[] = [
  [
    'force_payment_method',
    rules.text(100),
    'The only way to pay; this simulator supports card',
    'card',
    { code: '2541' },
  ],
  [
    'force_payment_group',
    rules.text(100),
    'The only group of ways to pay; ignored if force_payment_method is given',
    'cards',
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
  ['list_payment_block', rules.text(100), 'The value payment_method lists the ways to pay', 'payment_method'],
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

/** Look and position of the form (contract 7.3, 8.2, 8.4). */
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
