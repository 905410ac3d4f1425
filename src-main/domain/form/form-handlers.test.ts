import { describe, expect, it } from 'vitest'
import { camelCase, handlerNameOf } from './handler-name'
import { FORM_HANDLERS } from './form-handlers'

/** Handler and wire name as the contract lists them (contract 8.8). */
const contractRows = [
  'onLoaded loaded, onFailLoading fail_loading, onResize resize, onTabChange tab_change',
  'onAmountChange amount_change, onPaymentMethodSelect payment_method_select, onWalletSelect wallet_select',
  'onWalletSelected wallet_selected, onWalletRemove wallet_remove, onWalletRemoved wallet_removed',
  'onPaymentSent payment_sent, onPaymentSubmitResult payment_submit_result',
  'onShowClarificationPage show_clarification_page, onSubmitClarificationForm submit_clarification_form',
  'onRedirectIframe redirect_iframe, onRedirectIframeComplete redirect_iframe_complete',
  'onPaymentSuccess payment_success, onPaymentFail payment_fail, onTokenizeSuccess tokenize_success',
  'onCardVerifySuccess card_verify_success, onCardVerifyFail card_verify_fail, onExit exit',
  'onDestroy destroy, onRedirect redirect, onValidationError embedded_mode.validation_error',
  'onCheckSubmit embedded_mode.check_submit, onCheckShippingAddress embedded_mode.check_shipping_address',
  'onCheckShippingMethod embedded_mode.check_shipping_method, onConfirmation embedded_mode.confirmation',
  'onShowLoader embedded_mode.show_loader, onHideLoader embedded_mode.hide_loader',
  'onEnterKeyPressed enter_key_pressed',
  'onEmbeddedModeCheckValidationResponse embedded_mode.check_validation_response',
  'onEmbeddedModeRedirect3dsParentPage embedded_mode.redirect_3ds_parent_page',
  'onValidationStatusChange validation_status_change, onReceivedServerErrors received_server_errors',
  'onPaymentTryAgain payment.try_again, onPaymentCanceled payment.canceled',
].flatMap((line) => line.split(', ').map((row): string[] => row.split(' ')))

describe('the name of a handler', () => {
  it.each(contractRows)('is %s for %s, and is in the table with that message', (name = '', wire = '') => {
    const message = `epframe.${wire}`
    expect(handlerNameOf(message)).toBe(name)
    expect(FORM_HANDLERS.filter((handler) => handler.message === message)).toEqual([
      expect.objectContaining({ name, message }),
    ])
  })

  it('drops only the first prefix', () => {
    expect(handlerNameOf('epframe.epframe.x')).toBe('onEpframeX')
  })

  it('is also derived from messages without the prefix and from unknown ones', () => {
    expect(handlerNameOf('hello there')).toBe('onHelloThere')
    expect(handlerNameOf('constructor')).toBe('onConstructor')
  })

  it('keeps a trailing separator', () => {
    expect(camelCase('Pay_')).toBe('pay_')
    expect(camelCase('')).toBe('')
  })
})

describe('the table of handlers', () => {
  it('begins with onRun, followed by one handler for each prefixed message of the form', () => {
    const [onRun, ...others] = FORM_HANDLERS
    expect(onRun).toEqual({ name: 'onRun', message: null, arguments: 'none' })
    expect(others.every(({ message }) => message?.startsWith('epframe.') === true)).toBe(true)
    expect(new Set(others.map(({ message }) => message)).size).toBe(54)
    expect(new Set(FORM_HANDLERS.map(({ name }) => name)).size).toBe(55)
  })

  it('marks the four questions that require a decision', () => {
    const questions = FORM_HANDLERS.filter((handler) => handler.arguments === 'question')
    expect(questions.map(({ name }) => name)).toEqual([
      'onCheckSubmit',
      'onCheckShippingAddress',
      'onCheckShippingMethod',
      'onConfirmation',
    ])
  })
})
