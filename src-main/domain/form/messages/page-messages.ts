import type { PageMessage } from './window-message'

const message = (name: string, data: string, when: string, derived = false): PageMessage => ({
  direction: 'page to frame',
  name,
  data,
  when,
  place: '8.7',
  derived,
})

const answer = (question: string, extra: string): PageMessage =>
  message(
    `epframe.embedded_mode.${question}.result`,
    `{result: true or false${extra}}`,
    'the handler resolved or rejected',
  )

/** Page to frame (contract 8.7, second table). */
export const toFrame: readonly PageMessage[] = [
  message('link', 'none; guid beside the message', 'every load of the frame'),
  message('resize', '', 'the browser window was resized'),
  message('close', '', 'the customer closed the modal'),
  message('epframe.external_widget_form_submission', '', "the page's own submit button was pressed"),
  message('epframe.embedded_mode.try_submit', '', 'instance.trySubmit() was called'),
  message('epframe.embedded_mode.check_validation', '', 'the same message came to the page'),
  message(
    'epframe.embedded_mode.submit',
    'none; fields beside the message, {} for the clarification form',
    'the same message came to the page',
  ),
  answer('check_submit', ', further parameters'),
  answer('check_shipping_address', ', payment_amount, shipping_methods'),
  answer('check_shipping_method', ', payment_amount'),
  answer('confirmation', ', further parameters'),
  message(
    'epframe.embedded_mode.buttons_disable',
    '{}',
    'check_submit was resolved in another widget of the page',
  ),
  message(
    'epframe.embedded_mode.buttons_enable',
    '{}',
    'another widget of the page sent payment.try_again or payment.canceled',
  ),
  message(
    'epframe.apple_pay.available_on_parent_page',
    '{isAvailable}',
    'the frame asked for the device wallet',
  ),
  message(
    'epframe.apple_pay.on_validate_merchant',
    '{validationURL, origin}',
    'the device wallet wants to know the merchant',
  ),
  message(
    'epframe.apple_pay.on_payment_authorized',
    "the wallet's event",
    'the customer agreed in the wallet',
  ),
  message('epframe.apple_pay.on_cancel', "the wallet's event", 'the customer closed the wallet'),
  message(
    'epframe.apple_pay.on_shipping_contact_selected',
    "the wallet's event",
    'an address was chosen in the wallet',
  ),
  message(
    'epframe.apple_pay.on_shipping_method_selected',
    "the wallet's event",
    'a way of delivery was chosen in the wallet',
  ),
  message(
    '',
    '{formAnotherSrc: true, height, width} without a name',
    'the answer to resize_from_another_src',
  ),
]
