import { handlerNameOf } from './handler-name'

/** A function in the widget's config (contract 8.8; docs/library.md says when each is called). */
export interface FormHandler {
  readonly name: string
  /** Wire name of the message that calls it; null if the library calls it without a message. */
  readonly message: string | null
  /** Arguments: the message's data; for a question also the functions `resolve` and `reject`; or none. */
  readonly arguments: 'data' | 'question' | 'none'
}

/** Messages that need a decision from the merchant's page (contract 8.9). */
const QUESTIONS: ReadonlySet<string> = new Set([
  'embedded_mode.check_submit',
  'embedded_mode.check_shipping_address',
  'embedded_mode.check_shipping_method',
  'embedded_mode.confirmation',
])

/** Wire names without `epframe.`, first those of contract 8.7, then those of 8.8. */
const MESSAGES: readonly string[] = [
  ...['loaded', 'resize', 'fail_loading', 'exit', 'destroy', 'redirect', 'acs_redirect_iframe'],
  ...['redirect_iframe', 'redirect_iframe_complete', 'acs_parent_page_redirect_run', 'template_name'],
  ...['with_qr_pay', 'add_css_class', 'remove_css_class', 'cross_color', 'resize_from_another_src'],
  ...['embedded_mode.check_validation', 'embedded_mode.submit', 'embedded_mode.check_submit'],
  ...['embedded_mode.check_shipping_address', 'embedded_mode.check_shipping_method'],
  ...['embedded_mode.confirmation', 'embedded_mode.validation_error', 'embedded_mode.show_loader'],
  ...['embedded_mode.hide_loader', 'embedded_mode.check_validation_response'],
  ...['embedded_mode.redirect_3ds_parent_page', 'payment.try_again', 'payment.canceled'],
  ...['enter_key_pressed', 'apple_pay.request_availability', 'apple_pay.call_load_sdk'],
  ...['apple_pay.button_clicked', 'apple_pay.session_data_received', 'apple_pay.begin_payment'],
  ...['apple_pay.complete_payment', 'tab_change', 'amount_change', 'payment_method_select'],
  ...['wallet_select', 'wallet_selected', 'wallet_remove', 'wallet_removed', 'payment_sent'],
  ...['payment_submit_result', 'show_clarification_page', 'submit_clarification_form', 'payment_success'],
  ...['payment_fail', 'tokenize_success', 'card_verify_success', 'card_verify_fail'],
  ...['validation_status_change', 'received_server_errors'],
]

/** `onRun` first, then one for each message of the form, in order. */
export const FORM_HANDLERS: readonly FormHandler[] = [
  { name: 'onRun', message: null, arguments: 'none' },
  ...MESSAGES.map((name): FormHandler => {
    const message = `epframe.${name}`
    return { name: handlerNameOf(message), message, arguments: QUESTIONS.has(name) ? 'question' : 'data' }
  }),
]
