import { describe, expect, it } from 'vitest'
import { camelCase, handlerNameOf } from './handler-name'
import { FORM_HANDLERS } from './form-handlers'

/** Handler and wire name as the contract lists them (contract 8.8). */
const listed: readonly (readonly [string, string])[] = [
  ['onLoaded', 'epframe.loaded'],
  ['onFailLoading', 'epframe.fail_loading'],
  ['onResize', 'epframe.resize'],
  ['onTabChange', 'epframe.tab_change'],
  ['onAmountChange', 'epframe.amount_change'],
  ['onPaymentMethodSelect', 'epframe.payment_method_select'],
  ['onWalletSelect', 'epframe.wallet_select'],
  ['onWalletSelected', 'epframe.wallet_selected'],
  ['onWalletRemove', 'epframe.wallet_remove'],
  ['onWalletRemoved', 'epframe.wallet_removed'],
  ['onPaymentSent', 'epframe.payment_sent'],
  ['onPaymentSubmitResult', 'epframe.payment_submit_result'],
  ['onShowClarificationPage', 'epframe.show_clarification_page'],
  ['onSubmitClarificationForm', 'epframe.submit_clarification_form'],
  ['onRedirectIframe', 'epframe.redirect_iframe'],
  ['onRedirectIframeComplete', 'epframe.redirect_iframe_complete'],
  ['onPaymentSuccess', 'epframe.payment_success'],
  ['onPaymentFail', 'epframe.payment_fail'],
  ['onTokenizeSuccess', 'epframe.tokenize_success'],
  ['onCardVerifySuccess', 'epframe.card_verify_success'],
  ['onCardVerifyFail', 'epframe.card_verify_fail'],
  ['onExit', 'epframe.exit'],
  ['onDestroy', 'epframe.destroy'],
  ['onRedirect', 'epframe.redirect'],
  ['onValidationError', 'epframe.embedded_mode.validation_error'],
  ['onCheckSubmit', 'epframe.embedded_mode.check_submit'],
  ['onCheckShippingAddress', 'epframe.embedded_mode.check_shipping_address'],
  ['onCheckShippingMethod', 'epframe.embedded_mode.check_shipping_method'],
  ['onConfirmation', 'epframe.embedded_mode.confirmation'],
  ['onShowLoader', 'epframe.embedded_mode.show_loader'],
  ['onHideLoader', 'epframe.embedded_mode.hide_loader'],
  ['onEnterKeyPressed', 'epframe.enter_key_pressed'],
  ['onEmbeddedModeCheckValidationResponse', 'epframe.embedded_mode.check_validation_response'],
  ['onEmbeddedModeRedirect3dsParentPage', 'epframe.embedded_mode.redirect_3ds_parent_page'],
  ['onValidationStatusChange', 'epframe.validation_status_change'],
  ['onReceivedServerErrors', 'epframe.received_server_errors'],
  ['onPaymentTryAgain', 'epframe.payment.try_again'],
  ['onPaymentCanceled', 'epframe.payment.canceled'],
]

describe('the name of a handler', () => {
  it.each(listed)('is %s for %s', (handler, message) => {
    expect(handlerNameOf(message)).toBe(handler)
  })

  it.each(listed)('%s stands in the table with its message', (name, message) => {
    expect(FORM_HANDLERS.filter((handler) => handler.message === message)).toEqual([
      expect.objectContaining({ name, message }),
    ])
  })

  it('drops only the first prefix', () => {
    expect(handlerNameOf('epframe.epframe.x')).toBe('onEpframeX')
  })

  it('exists for messages without the prefix and for unknown ones', () => {
    expect(handlerNameOf('hello there')).toBe('onHelloThere')
    expect(handlerNameOf('constructor')).toBe('onConstructor')
  })

  it('keeps a separator that nothing follows', () => {
    expect(camelCase('Pay_')).toBe('pay_')
    expect(camelCase('')).toBe('')
  })
})

describe('the table of handlers', () => {
  it('begins with onRun, and has one handler for each message of the form, all below the prefix', () => {
    const [onRun, ...others] = FORM_HANDLERS
    expect(onRun).toEqual({ name: 'onRun', message: null, arguments: 'none' })
    expect(others.every(({ message }) => message?.startsWith('epframe.') === true)).toBe(true)
    expect(new Set(others.map(({ message }) => message)).size).toBe(54)
    expect(new Set(FORM_HANDLERS.map(({ name }) => name)).size).toBe(55)
  })

  it('marks the four questions that want an answer', () => {
    const questions = FORM_HANDLERS.filter((handler) => handler.arguments === 'question')
    expect(questions.map(({ name }) => name)).toEqual([
      'onCheckSubmit',
      'onCheckShippingAddress',
      'onCheckShippingMethod',
      'onConfirmation',
    ])
  })
})
