import { ANY, choice, COUNTRY, integer, SWITCH, text, type ParameterRow } from './parameter'

/** How the form looks, and where it is shown (contract 7.3, 8.2, 8.4). */
export const LOOK_PARAMETERS: readonly ParameterRow[] = [
  [
    'language_code',
    text(35),
    'Language of the form; without it the browser’s, then the region’s, then English',
    'de',
  ],
  [
    'region_code',
    COUNTRY,
    'Country of the customer, instead of a guess from the address',
    'DE',
    { code: '2261' },
  ],
  ['style_id', integer(0), 'Number of a design', '4'],
  ['terminal_id', integer(0), 'Number of a terminal', '11'],
  ['target_element', ANY, 'Id of the element in which the form is shown as an iframe', 'payment-form'],
  ['redirect', SWITCH, 'Shows the form as a page of its own; wins over target_element', '1'],
  ['redirect_on_mobile', SWITCH, 'The same, on mobile devices only', '1'],
  ['close_on_missclick', SWITCH, 'A click beside the modal window closes it', '1'],
  ['css_modal_wrap', text(), 'Class for the container of the modal window', 'my-shop'],
  ['force_acs_new_window', SWITCH, 'Pages of card issuers open in a new tab', '1'],
  [
    'baseUrl',
    text(2048),
    'Origin of the form where it is not that of merchant.js; a strict project compares it',
    'https://pay.example',
  ],
  [
    'urlBase',
    { kind: 'own origin' },
    'Must be the origin of the form where it is given; for anything else the response is 404',
    'https://pay.example',
  ],
  ['merchant_domain', text(255), 'Domain of the shop; embedded buttons need it', 'shop.example'],
  ['apple_allow_payment', SWITCH, 'The iframe may use payments of the device', '1'],
  [
    'frame_mode',
    choice('popup', 'iframe', 'tab', 'embedded'),
    'How the form is shown; the library sets it',
    'iframe',
  ],
  ['via_telegram', SWITCH, 'Used by a demonstration only', '0'],
  ['_referrer', ANY, 'Page that opened the form; the library adds it', 'https://shop.example/cart'],
  ['_sw', ANY, 'Width of the screen; the library adds it', '1920'],
  ['_sh', ANY, 'Height of the screen; the library adds it', '1080'],
  [
    '_theme',
    ANY,
    'Colours: light, dark, or auto for those of the customer’s system; light without it',
    'dark',
  ],
  ['_plugin_version', ANY, 'Version of a shop plugin', '2.4.1'],
]
