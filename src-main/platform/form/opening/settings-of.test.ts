import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { fromPlain } from '#lib/json/node'
import { START } from '#domain/testing/builders'
import type { FormMode, FrameMode, ReturnRule } from '#domain/form/settings'
import { checkParameter, formatErrors } from './check-parameter'
import { languageOf, redirectMode, returnEffect, settingsOf } from './settings-of'
import { mergeAdditional } from './merge-additional'
import { findParameter, FORM_PARAMETERS } from '#domain/form/parameters/parameters'
import { valuesOf } from './values'
import { openingWarnings } from './warnings'

const TODAY = '2031-04-09'
const base64 = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString('base64')

const rootOf = (parameters: object) => {
  const root = fromPlain(parameters)
  if (root.type !== 'object') throw new Error('no object')
  return root
}

const settings = (parameters: object, mode: FormMode = 'purchase', acceptLanguage: string | null = null) =>
  settingsOf(valuesOf(rootOf(parameters)), { mode, projectId: 9041, now: START, acceptLanguage })

const errorsOf = (parameters: object, mode: FormMode = 'purchase') => {
  const root = rootOf(parameters)
  return formatErrors(root, valuesOf(root), mode, TODAY).map(({ message: _, ...error }) => error)
}

const warnings = (parameters: object, mode: FormMode = 'purchase') =>
  openingWarnings(valuesOf(rootOf(parameters)), mode, START)

describe('the language of the form', () => {
  it.each([
    [{ language_code: 'DE' }, 'fr', 'de'],
    [{ language_code: 'pt_BR' }, null, 'pt'],
    [{ language_code: 'xx' }, 'fr', 'en'],
    [{}, 'nl,fr;q=0.5,pl;q=0.8', 'pl'],
    [{}, 'ar;q=0,*', 'en'],
    [{ region_code: 'at' }, 'nl', 'de'],
    [{ region_code: 'AT' }, 'es', 'es'],
    [{ region_code: 'JP' }, null, 'en'],
    [{}, null, 'en'],
  ])('with %j and Accept-Language %s is %s', (parameters, browser, language) => {
    expect(settings(parameters, 'purchase', browser).language).toBe(language)
  })

  it('is the browser’s if the parameters could not be read', () => {
    expect(languageOf(null, 'it-IT')).toBe('it')
  })
})

describe('the settings of an opening', () => {
  it('contain returns, redirects and callbacks', () => {
    expect(
      settings({
        merchant_success_url: 'https://shop.test/ok',
        merchant_fail_url: 'https://shop.test/no',
        merchant_fail_enabled: 1,
        merchant_fail_redirect_mode: 'blank_page',
        redirect_success_url: 'https://shop.test/go',
        redirect_tokenize_url: 'https://shop.test/cards',
        redirect_tokenize_mode: 'parent_page',
        merchant_callback_url: 'https://shop.test/all',
        merchant_success_callback_url: 'https://shop.test/paid',
      }),
    ).toMatchObject({
      returns: {
        success: { url: 'https://shop.test/ok', enabled: 2, mode: null },
        fail: { url: 'https://shop.test/no', enabled: 1, mode: 'blank_page' },
        back: null,
      },
      redirects: {
        success: { url: 'https://shop.test/go', mode: 'iframe' },
        fail: null,
        tokenize: { url: 'https://shop.test/cards', mode: 'parent_page' },
      },
      callbacks: {
        paymentUrl: 'https://shop.test/all',
        successUrl: 'https://shop.test/paid',
        declineUrl: null,
      },
    })
  })

  it('contain the positions of the receipt that have a description', () => {
    const positions = [
      { description: 'Ridged mug', quantity: '2', amount: '4900' },
      { description: 'Delivery', quantity: {}, amount: 8.5 },
      { quantity: 1, amount: 1 },
      7,
    ]
    expect(settings({ receipt_data: base64({ positions }) }).lines).toEqual([
      { text: 'Ridged mug', quantity: 2, amount: 4900 },
      { text: 'Delivery', quantity: null, amount: null },
    ])
    expect(settings({ receipt_data: base64({ positions: {} }) }).lines).toBeUndefined()
  })

  it('contain the payment methods', () => {
    expect(
      settings({
        force_payment_method: 'card',
        force_payment_group: 'wallets',
        force_payment_method_subtype: 'visa',
        hide: 'a, b,,c',
        default_payment_method: 'card',
      }).methods,
    ).toEqual({
      forced: 'card',
      forcedGroup: null,
      forcedBrand: 'visa',
      preselected: 'card',
      hidden: ['a', 'b', 'c'],
    })
    expect(settings({ force_payment_group: 'cards' }).methods.forcedGroup).toBe('cards')
  })

  it('contain the data that the customer need not enter', () => {
    const { supplied, needsContact } = settings({
      customer_email: ' nora@mail.test ',
      customer_phone: 353871234511,
      billing_country: 'IE',
      billing_region_code: 'L',
      avs_post_code: 'D02',
      customer_ssn: '0042',
      customer_day_of_birth: '31-02-1990',
      customer_shipping: base64({ shipping: { type: '01', country: 'IE', region_code: 'L' } }),
      customer_account_info: base64({
        customer: { account: { purchase_number: 7 }, home_phone: '35318765432' },
      }),
      customer_mpi_result: base64({ authentication_flow: '01' }),
    })
    expect(supplied).toEqual({
      'customer.email': 'nora@mail.test',
      'customer.phone': '353871234511',
      'customer.billing.country': 'IE',
      'customer.billing.region_code': 'L',
      'avs_data.avs_post_code': 'D02',
      'customer.ssn': '0042',
      'customer.shipping.type': '01',
      'customer.shipping.country': 'IE',
      'customer.shipping.region_code': 'L',
      'customer.account.purchase_number': 7,
      'customer.home_phone': '35318765432',
      'customer.mpi_result.authentication_flow': '01',
    })
    expect(needsContact).toBe(false)
  })

  it('enable the older embedded form only in an iframe', () => {
    const payment_methods_options = '{"additional_data":{"embedded_mode":true}}'
    expect(settings({ payment_methods_options, frame_mode: 'iframe' }).olderEmbedded).toBe(true)
    expect(settings({ payment_methods_options, frame_mode: 'popup' }).olderEmbedded).toBe(false)
    expect(settings({ frame_mode: 'iframe' }).olderEmbedded).toBe(false)
  })

  it.each([
    [{ recurring: '{"register":true}' }],
    [{ recurring: { register: 1 } }],
    [{ recurring_register: 'true' }],
  ])('register repeat payments: %j', (parameters) => {
    expect(settings(parameters).registersRecurring).toBe(true)
    expect(settings({ recurring: '{"type":"U"}' }).registersRecurring).toBe(false)
  })

  it('have no amount and no payment id if a card is only saved', () => {
    const sent = { payment_id: 'x', payment_amount: 5, payment_currency: 'EUR' }
    const none = { paymentId: null, amount: 0, currency: null, needsContact: false }
    expect(settings(sent, 'card_tokenize')).toMatchObject(none)
  })
})

describe('unlisted values that public pages send', () => {
  it.each<[parameters: Readonly<Record<string, string>>, mode?: FormMode]>([
    [{ redirect_success_url: 'https://shop.test/', redirect_success_mode: 'app' }],
    [{ redirect_fail_url: 'https://shop.test/', redirect_fail_mode: 'app' }],
    [{ merchant_success_url: 'https://shop.test/', merchant_success_redirect_mode: 'app' }],
    [{ merchant_fail_url: 'https://shop.test/', merchant_fail_redirect_mode: 'app' }],
    [{ redirect_tokenize_url: 'https://shop.test/', redirect_tokenize_mode: 'blank_page' }, 'card_tokenize'],
  ])('cause a warning and have no effect: %j', (parameters, mode = 'purchase') => {
    expect(errorsOf(parameters, mode)).toEqual([])
    const [, name = ''] = Object.keys(parameters)
    const message: unknown = expect.stringMatching(/and is ignored\. Send one of iframe, parent_page/)
    expect(warnings(parameters, mode)).toEqual([{ field: name, message }])
    const { [name]: _, ...withoutMode } = parameters
    expect(settings(parameters, mode)).toEqual(settings(withoutMode, mode))
  })
})

describe('a phone number', () => {
  it.each(['+353 87 123 4511', '(353) 87-123-4511', '353.87.1234511', '+353871234511'])(
    'may be written %s',
    (customer_phone) => {
      expect(errorsOf({ customer_phone }, 'purchase')).toEqual([])
      expect(settings({ customer_phone }).supplied).toEqual({ 'customer.phone': '353871234511' })
    },
  )
})

describe('parameter values', () => {
  it.each<[code: string, constraint: string, ...parameters: object[]]>([
    ['3024', 'pattern', { payment_id: ' a' }],
    ['3024', 'maxLength', { payment_id: 'x'.repeat(256) }],
    ['2124', 'maxLength', { customer_id: 'x'.repeat(256) }],
    ['2124', 'type', { customer_id: { id: 1 } }],
    ['502', 'minimum', { payment_amount: 0 }],
    ['502', 'maximum', { payment_amount: '10000000000001' }],
    ['502', 'type', { payment_amount: '1,000' }],
    ['3121', 'pattern', { payment_currency: 'EURO' }],
    ['3027', 'pattern', { account_token: 'F'.repeat(64) }],
    ['2426', 'format', { customer_email: 'nora@' }],
    ['3002', 'maxLength', { customer_zip: '12345678901' }],
    ['2611', 'maxLength', { customer_city: 'x'.repeat(256) }],
    ['2609', 'pattern', { customer_day_of_birth: '1990-01-31' }],
    ['2610', 'enum', { billing_country: 'XX' }],
    ['502', 'required', { billing_region_code: 'L' }],
    ['2261', 'enum', { region_code: 'XX' }],
    ['502', 'format', { merchant_success_url: 'javascript:alert(1)' }, { redirect_fail_url: '/relative' }],
    ['502', 'enum', { merchant_fail_enabled: 3 }, { redirect_tokenize_mode: 'app' }],
    ['502', 'enum', { redirect_success_mode: 'window' }, { merchant_return_redirect_mode: 'app' }],
    ['502', 'enum', { frame_mode: 'window' }],
    ['502', 'pattern', { customer_phone: '+353 (87) abc' }, { customer_phone: '+ (-)' }],
    ['502', 'format', { customer_shipping: 'not base64' }, { receipt_data: base64([1]) }],
    ['502', 'format', { recurring: '[1]' }, { payment_methods_options: '[object Object]' }],
    ['2541', 'enum', { force_payment_method_subtype: 'diners' }],
  ])('are refused with %s for their %s: %j', (code, constraint, ...parameters) => {
    for (const one of parameters)
      expect(errorsOf(one)).toEqual([{ code, field: Object.keys(one)[0], constraint }])
  })

  it('are refused if the amount is above 0 and a card is verified', () => {
    const error = { code: '502', field: 'payment_amount', constraint: 'maximum' }
    expect(errorsOf({ payment_amount: 1 }, 'card_verify')).toEqual([error])
  })

  it('are checked inside blocks and recurring data', () => {
    expect(
      errorsOf({
        customer_shipping: base64({ shipping: { type: '1' } }),
        recurring: { register: 'maybe', type: 'X' },
      }),
    ).toEqual([
      { code: '502', field: 'customer_shipping.shipping.type', constraint: 'pattern' },
      { code: '502', field: 'recurring.register', constraint: 'type' },
      { code: '502', field: 'recurring.type', constraint: 'enum' },
    ])
  })

  it('may contain a semicolon only if they are not signed', () => {
    expect(errorsOf({ _referrer: 'https://shop.test/a;b', frame_mode: 'tab' })).toEqual([])
    expect(errorsOf({ recurring: { type: 'U', note: 'a;b' } })).toEqual([
      { code: '502', field: 'recurring.note', constraint: 'pattern' },
    ])
  })
})

describe('the table of parameters', () => {
  it('names each parameter once, explains it and gives a valid sample', () => {
    expect(new Set(FORM_PARAMETERS.map(({ name }) => name)).size).toBe(FORM_PARAMETERS.length)
    for (const parameter of FORM_PARAMETERS) {
      const context = { mode: 'purchase', today: TODAY, country: 'IE' } as const
      const value = { kind: 'text', text: parameter.sample } as const
      expect([parameter.name, checkParameter(parameter, value, context)]).toEqual([parameter.name, null])
      expect(parameter.sample).not.toContain(';')
      expect(parameter.meaning).not.toBe('')
      expect(parameter.modes).toEqual(expect.arrayContaining([...parameter.requiredIn]))
    }
  })

  it('contains the rarer names of the contract too', () => {
    const names =
      'operation_type card_operation_type moto_type best_before uuid debt_account descriptor payment_extra_param payment_methods_options merchant_data interface_type account_token card_holder checkout_script stored_card_type customer_installment_count customer_birthplace customer_security_code billing_region identify_doc_type account_customer_name mobile_phone payment_merchant_risk booking_info recurring_register sender_wallet_id recipient_state_code recipient_wallet_owner payment_cryptocurrency_type force_payment_group list_payment_block cashier_predefined_amounts region_code terminal_id close_on_missclick merchant_domain via_telegram urlBase baseUrl merchant_return_redirect_mode redirect_return_url redirect_fail_enabled _referrer'
    expect(names.split(' ').filter((name) => findParameter(name) === null)).toEqual([])
  })
})

describe('leaving the form', () => {
  const rule = (enabled: ReturnRule['enabled'], mode: ReturnRule['mode'] = null): ReturnRule => ({
    url: 'https://shop.test',
    enabled,
    mode,
  })

  it.each<[ReturnRule, FrameMode, unknown]>([
    [rule(0), 'iframe', null],
    [rule(0, 'parent_page'), 'popup', null],
    [rule(0), 'tab', null],
    [rule(1, 'parent_page'), 'iframe', 'event'],
    [rule(1), 'popup', 'close'],
    [rule(1), 'tab', 'iframe'],
    [rule(1, 'blank_page'), 'tab', 'blank_page'],
    [rule(2, 'iframe'), 'iframe', 'iframe'],
    [rule(2, 'parent_page'), 'embedded', 'parent_page'],
    [rule(2, 'blank_page'), 'popup', 'blank_page'],
    [rule(2, 'parent_page'), 'tab', 'iframe'],
    [rule(2), 'iframe', 'event'],
    [rule(2), 'popup', 'close'],
    [rule(2), 'tab', 'iframe'],
  ])('by the return button %j in frame mode %s has the effect %j', (given, frameMode, effect) => {
    expect(returnEffect(given, frameMode)).toEqual(effect)
  })

  it('by an automatic redirect uses its mode, except for parent_page in a tab', () => {
    const url = 'https://shop.test'
    expect(redirectMode({ url, mode: 'blank_page' }, 'popup')).toBe('blank_page')
    expect(redirectMode({ url, mode: 'parent_page' }, 'tab')).toBe('iframe')
  })
})

describe('merging additional parameters', () => {
  const before = settings({
    payment_amount: 4650,
    payment_currency: 'EUR',
    payment_id: 'p',
    billing_country: 'IE',
  })

  const sent = {
    customer_email: 'nora@mail.test',
    billing_region_code: 'L',
    avs_post_code: 'D02',
    avs_street_address: '12 Harbour Road',
    redirect_success_url: 'https://shop.test/ok',
  }

  it.each([[sent], [{ additional_parameters: sent }]])('accepts them flat or nested: %j', (values) => {
    const { settings: after, ignored } = mergeAdditional(before, values, START)
    expect(ignored).toEqual([])
    expect(after.redirects.success).toEqual({ url: 'https://shop.test/ok', mode: 'iframe' })
    expect(after.needsContact).toBe(false)
    expect(after.supplied).toEqual({
      'customer.billing.country': 'IE',
      'customer.email': 'nora@mail.test',
      'customer.billing.region_code': 'L',
      'avs_data.avs_post_code': 'D02',
      'avs_data.avs_street_address': '12 Harbour Road',
    })
  })

  it('leaves out invalid values and half an address', () => {
    const { settings: after, ignored } = mergeAdditional(
      before,
      { customer_email: 'nora', avs_post_code: 'D02', redirect_success_url: 'javascript:x', result: true },
      START,
    )
    expect(after).toEqual(before)
    expect(ignored.map(({ field }) => field).toSorted()).toEqual([
      'avs_post_code',
      'customer_email',
      'redirect_success_url',
    ])
  })

  it('changes no amount, id or other protected setting, whatever is sent', () => {
    const names = fc.constantFrom(
      ...FORM_PARAMETERS.map(({ name }) => name).filter(
        (name) => !/^(?:customer_|billing_|avs_|redirect_success_url$)/.test(name) || name === 'customer_id',
      ),
      '__proto__',
      'constructor',
    )
    fc.assert(
      fc.property(fc.dictionary(names, fc.jsonValue()), (values) => {
        expect(mergeAdditional(before, values, START).settings).toEqual(before)
        expect(mergeAdditional(before, { additional_parameters: values }, START).settings).toEqual(before)
      }),
    )
  })
})
