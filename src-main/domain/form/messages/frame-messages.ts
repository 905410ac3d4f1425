import type { FramePartMessage, HandlerArguments } from './window-message'

interface Row {
  readonly data?: string
  readonly action?: string
  readonly when: string
  readonly arguments?: HandlerArguments
  readonly place?: string
  readonly derived?: boolean
}

const message = (name: string, row: Row): FramePartMessage => ({
  direction: 'frame to page',
  name: `epframe.${name}`,
  data: row.data ?? '',
  action: row.action ?? '',
  when: row.when,
  arguments: row.arguments ?? 'data',
  place: row.place ?? '8.7',
  derived: row.derived ?? false,
})

const size = '{width, height}'
const form = '{method, url, body}'
const statusLike =
  'like a status object: payment, sum_request, sum_real, request_id, transaction, customer, status, account, rrn, auth_code, general, description, operations, return_url'
const savedCard =
  '{code, id, pan, month, year, type, pan_first6, pan_last4, expired, cvv_required, holder, token, field_values}, values as text'

/** Frame to page: messages that the contract shows by name (contract 8.7, first table). */
export const fromFrame: readonly FramePartMessage[] = [
  message('loaded', {
    data: size,
    action: 'marks the form as loaded, sets the height, fades the modal in',
    when: 'the form is fully drawn',
  }),
  message('resize', {
    data: size,
    action: 'sets the height; the handler is called only for a new size',
    when: 'the size of the document changed',
  }),
  message('fail_loading', {
    data: '{message}; the library adds config',
    action: 'counts the form as loaded',
    when: 'the form cannot be opened, or did not say that it is loaded within 5 s',
  }),
  message('exit', { action: 'hides the modal', when: 'closed after the result page' }),
  message('destroy', { when: 'closed before the result page' }),
  message('redirect', {
    data: '{url}',
    action: 'the whole page goes there; only absolute addresses, no scripts and no data',
    when: 'the page is about to leave',
  }),
  message('acs_redirect_iframe', {
    action: 'the frame fills the window',
    when: 'an external page needs the whole window',
  }),
  message('redirect_iframe', {
    action: 'the modal gets the class with-asc',
    when: 'an external page opens inside the frame',
  }),
  message('redirect_iframe_complete', {
    action: 'takes both classes of an external page away',
    when: 'back from the external page',
  }),
  message('acs_parent_page_redirect_run', {
    data: form,
    action: 'posts a hidden form named 3dsForm from the page',
    when: "the issuer's page has to take the place of the whole page",
  }),
  message('template_name', {
    data: 'class name',
    action: 'adds the class to the modal',
    when: 'the look of the form is known',
  }),
  message('with_qr_pay', {
    data: 'class name',
    action: 'adds the class to the modal',
    when: 'the form shows a code to scan',
  }),
  message('add_css_class', {
    data: 'class name',
    action: 'adds the class to the modal',
    when: 'the form asks for it',
  }),
  message('remove_css_class', {
    data: 'class name',
    action: 'removes the class from the modal',
    when: 'the form asks for it',
  }),
  message('cross_color', {
    data: 'class name, quotes are dropped',
    action: 'adds the class to the close button',
    when: 'the look of the form is known',
  }),
  message('resize_from_another_src', {
    data: 'none; height and width beside the message',
    action: 'sets the height (of the window where none is given) and tells the frame',
    when: 'a foreign page inside the frame changed its size',
  }),
  message('embedded_mode.check_validation', {
    action: 'sent on to the frame',
    when: 'the older embedded page asks for a check',
    place: '8.9',
  }),
  message('embedded_mode.submit', {
    data: 'none; fields beside the message',
    action: 'sent on to the frame whole',
    when: 'the older embedded page, or a clarification on an embedded page, is submitted',
    place: '8.9',
  }),
  message('embedded_mode.check_submit', {
    data: '{}',
    when: 'the embedded form is complete and wants to pay',
    arguments: 'question',
  }),
  message('embedded_mode.check_shipping_address', {
    data: 'the address',
    when: 'an address was chosen on an embedded button',
    arguments: 'question',
  }),
  message('embedded_mode.check_shipping_method', {
    data: 'the way of delivery',
    when: 'a way of delivery was chosen on an embedded button',
    arguments: 'question',
  }),
  message('embedded_mode.confirmation', {
    data: 'what is to be confirmed',
    when: 'an embedded button is about to pay',
    arguments: 'question',
  }),
  message('embedded_mode.validation_error', {
    data: '{field: text}',
    when: 'the embedded form has fields to correct',
  }),
  message('embedded_mode.show_loader', { when: 'the form is busy' }),
  message('embedded_mode.hide_loader', { when: 'the form is no longer busy' }),
  message('embedded_mode.check_validation_response', {
    data: '{field: text}; empty: nothing to correct',
    when: 'the answer to check_validation',
    derived: true,
  }),
  message('embedded_mode.redirect_3ds_parent_page', {
    data: form,
    when: 'the page has to post a form itself',
    derived: true,
  }),
  message('payment.try_again', {
    action: 'the other widgets of the page get buttons_enable',
    when: 'the customer tries again after a decline',
  }),
  message('payment.canceled', {
    action: 'the other widgets of the page get buttons_enable',
    when: 'the customer gives up further attempts',
  }),
  message('enter_key_pressed', { when: 'Enter was pressed inside the frame', derived: true }),
  message('apple_pay.request_availability', {
    action: 'answers available_on_parent_page',
    when: 'the form asks for the device wallet',
  }),
  message('apple_pay.call_load_sdk', {
    action: 'answers available_on_parent_page',
    when: "the form wants the device wallet's script",
  }),
  message('apple_pay.button_clicked', {
    data: '{apiVersion, sessionParams}',
    when: 'the button of the device wallet was pressed',
  }),
  message('apple_pay.session_data_received', {
    data: '{merchantSession} as JSON text',
    when: 'the device wallet may know the merchant',
  }),
  message('apple_pay.begin_payment', { when: 'the device wallet is to be shown' }),
  message('apple_pay.complete_payment', {
    data: '{status}',
    when: 'the payment by the device wallet has a result',
  }),
]

const event = (name: string, when: string, data = ''): FramePartMessage =>
  message(name, { data, when, place: '8.8', derived: true })

/** Frame to page: events that the contract knows by their handlers (contract 8.8); the library only passes them on. */
export const uiEvents: readonly FramePartMessage[] = [
  message('tab_change', {
    data: '{tab}',
    action: 'the handler is called only for a new tab',
    when: 'the tab of deposit or withdrawal was chosen',
    place: '8.8',
    derived: true,
  }),
  message('amount_change', {
    data: '{value, currency}',
    action: 'the handler is called only for a new value',
    when: 'the amount was edited',
    place: '8.8',
    derived: true,
  }),
  event(
    'payment_method_select',
    'a way to pay was chosen',
    '{name, payment_method_type: 1 purchase or 2 payout, payment_method_code}',
  ),
  event('wallet_select', 'a saved card was chosen', savedCard),
  event('wallet_selected', 'as wallet_select, for older pages', savedCard),
  event('wallet_remove', 'a saved card was removed', savedCard),
  event('wallet_removed', 'as wallet_remove, for older pages', savedCard),
  event('payment_sent', 'pay was pressed and the waiting page is shown'),
  event('payment_submit_result', 'the request is registered', '{request_id}'),
  event('show_clarification_page', 'the clarification page is shown'),
  event('submit_clarification_form', 'the clarification form was submitted'),
  event('payment_success', 'the page of a successful payment is shown', statusLike),
  event('payment_fail', 'the page of a declined payment is shown', statusLike),
  event(
    'tokenize_success',
    'a token was made',
    '{general, request: {id, action, status}, token, customer, token_created_at, token_status}',
  ),
  event('card_verify_success', 'the card was verified', statusLike),
  event('card_verify_fail', 'the card was not verified', statusLike),
  event(
    'validation_status_change',
    'a submit button of the page was pressed and fields are to be corrected',
    '{field: text}',
  ),
  event(
    'received_server_errors',
    'a submit button of the page was pressed and the platform refused fields',
    '{field: text}',
  ),
]
