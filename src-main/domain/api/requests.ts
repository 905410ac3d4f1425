import type { InfoKind, ListedKind } from './endpoints'
import * as rules from './rules'
import type { ValueRule } from './rules'

/** Real issuers send a few kilobytes of signed XML. */
const MAX_PARES_CHARS = 100_000

/** Tokens of device wallets are encrypted JSON in base64, of some kilobytes. */
const MAX_TOKEN_CHARS = 20_000

/** More than the catalogue has. */
const MAX_NAMED_METHODS = 1000

const URL = rules.url(255)
const FILLED = rules.text(255, { minLength: 1 })
/** Contract 13.1. */
const SERIES_ID = rules.integer(1)

/** `required`: the field must be present; checked before the signature. `code`: result code of a wrong value. */
export interface FieldRule {
  readonly path: readonly string[]
  readonly required: boolean
  readonly rule: ValueRule
  readonly code: string
}

function required(path: string, rule: ValueRule, code = '502'): FieldRule {
  return { path: path.split('.'), required: true, rule, code }
}

function optional(path: string, rule: ValueRule, code = '502'): FieldRule {
  return { ...required(path, rule, code), required: false }
}

/** Identification (contract 3.1, 5.2). */
const GENERAL: readonly FieldRule[] = [
  required('general', rules.object),
  required('general.project_id', rules.projectId),
  required('general.payment_id', rules.paymentId, '3024'),
  required('general.signature', rules.text(255), '3261'),
]

/** Callback settings of every operation (contract 9.1, 12 rows 3 and 19). */
const CALLBACK_URL = optional('general.merchant_callback_url', URL)
const CALLBACK: readonly FieldRule[] = [
  optional('callback', rules.object),
  optional('callback.delay', rules.integer(0, 600)),
  optional('callback.force_disable', rules.boolean),
]

/** Contract 12 row 7. */
const RECEIPT: readonly FieldRule[] = [
  optional('receipt_data', rules.receiptData),
  optional('receipt_data.positions', rules.objects(1, rules.MAX_POSITIONS)),
]

/** Callback targets of a payment, in addition to the project's. */
const PAYMENT_URLS: readonly FieldRule[] = [
  CALLBACK_URL,
  optional('general.merchant_success_callback_url', URL),
  optional('general.merchant_decline_callback_url', URL),
]

const CARD: readonly FieldRule[] = [
  required('card', rules.object),
  required('card.pan', rules.cardNumber),
  required('card.year', rules.integer(2020, 9999)),
  required('card.month', rules.integer(1, 12)),
  required(
    'card.card_holder',
    rules.text(255, {
      minLength: 1,
      pattern: /^[a-zA-Z0-9\s\-.']+$/,
      explanation: "Only Latin letters, digits, space, - . and ' are allowed.",
    }),
    '3161',
  ),
  optional(
    'card.cvv',
    rules.text(4, { pattern: /^[0-9]{3,4}$/, explanation: 'Must be 3 or 4 digits.' }),
    '3141',
  ),
  optional('card.save', rules.boolean),
  optional('card.stored_card_type', rules.integer(0, 6)),
]

/** Customer and payment (contract 5.5). The field catalogue checks the values in `customer` and `avs_data`. */
const PURCHASE: readonly FieldRule[] = [
  required('customer', rules.object),
  required('customer.id', FILLED, '2124'),
  required('customer.ip_address', rules.ipAddress),
  required('payment', rules.object),
  required('payment.amount', rules.amount),
  required('payment.currency', rules.currency, '3121'),
  optional('payment.description', rules.text(255)),
  optional('payment.extra_param', rules.text(255)),
  optional('payment.best_before', rules.dateTime),
  optional('payment.moto_type', rules.oneOf([0, 1, 2])),
  optional('payment.challenge_indicator', rules.indicator),
  optional('payment.debt_account', rules.text(10)),
  optional('avs_data', rules.object),
  optional('acs_return_url', rules.object),
  optional('acs_return_url.return_url', URL),
  optional('acs_return_url.3ds_notification_url', URL),
  optional('return_url', rules.object),
  ...CALLBACK,
]

const PURCHASE_DETAILS: readonly FieldRule[] = [
  optional('merchant', rules.object),
  optional('merchant.descriptor', rules.text(13)),
  ...RECEIPT,
]

/** The end of a series, and its schedule if it has one (contract 13.1). */
const SERIES_PARTS: readonly FieldRule[] = [
  optional('recurring.period', rules.oneOf(['D', 'W', 'M', 'Q', 'Y'])),
  optional('recurring.interval', rules.integer(1, 100)),
  optional('recurring.time', rules.timeOfDay),
  optional('recurring.amount', rules.amount),
  optional('recurring.expiry_day', rules.integer(1, 31)),
  optional('recurring.expiry_month', rules.integer(1, 12)),
  optional('recurring.expiry_year', rules.integer(2020, 9999)),
]

/** Contract 13.1. */
const REGISTRATION: readonly FieldRule[] = [
  optional('recurring', rules.object),
  optional('recurring.register', rules.boolean),
  optional('recurring.type', rules.oneOf(['R', 'C', 'U'])),
  ...SERIES_PARTS,
  optional('recurring_register', rules.boolean),
]

/** Card purchase and hold (contract 5.5). */
const CARD_PAYMENT: readonly FieldRule[] = [
  ...GENERAL,
  ...PAYMENT_URLS,
  ...CARD,
  ...PURCHASE,
  ...REGISTRATION,
  ...PURCHASE_DETAILS,
]

/** Requests about a series identify it by its id (contract 13.1). */
const NAMED_SERIES: readonly FieldRule[] = [
  required('recurring', rules.object),
  required('recurring.id', SERIES_ID),
]

const SERIES_CHANGE: readonly FieldRule[] = [...GENERAL, CALLBACK_URL, ...NAMED_SERIES, ...CALLBACK]

const GENERAL_OF_PROJECT: readonly FieldRule[] = GENERAL.map((row) =>
  row.path.at(-1) === 'payment_id' ? { ...row, required: false } : row,
)

const FOLLOW_UP: readonly FieldRule[] = [
  ...GENERAL,
  CALLBACK_URL,
  optional('payment', rules.object),
  optional('payment.amount', rules.amount),
  optional('payment.currency', rules.currency, '3121'),
  optional('payment.description', rules.text(255)),
  ...CALLBACK,
  ...RECEIPT,
]

/** Fields of a sale or payout with any method; the method's parameters add and change rules (contract 16.2). */
export const METHOD_RULES: readonly FieldRule[] = [
  ...GENERAL,
  ...PAYMENT_URLS,
  ...PURCHASE,
  ...REGISTRATION,
  optional('etoken', rules.object),
  optional('etoken.token', rules.text(MAX_TOKEN_CHARS, { minLength: 1 })),
  optional('return_url.success', URL),
  optional('return_url.decline', URL),
  optional('return_url.return', URL),
  ...PURCHASE_DETAILS,
]

/** Lists of banks and of mobile operators (contract 16.9). */
const INSTITUTIONS: readonly FieldRule[] = [
  ...GENERAL,
  required('payment', rules.object),
  required('payment.amount', rules.amount),
  required('payment.currency', rules.currency, '3121'),
  optional('customer', rules.object),
  optional('customer.country', rules.country, '2610'),
]

export const FIELD_RULES: Readonly<Record<ListedKind | InfoKind, readonly FieldRule[]>> = {
  clarification: [
    ...GENERAL,
    optional('general.terminal_callback_url', rules.text(255)),
    optional('general.referrer_url', rules.text(255)),
    required('additional_data', rules.object),
  ],
  status: [
    ...GENERAL,
    optional('general.merchant_callback_url', rules.text(255)),
    optional('destination', rules.oneOf(['merchant', 'terminal'])),
  ],
  statusByRequest: [
    required('project_id', rules.projectId),
    required('request_id', rules.text(100, { minLength: 1 })),
    required('signature', rules.text(255), '3261'),
  ],
  sale: CARD_PAYMENT,
  auth: CARD_PAYMENT,
  capture: FOLLOW_UP,
  cancel: FOLLOW_UP,
  refund: [
    ...GENERAL,
    CALLBACK_URL,
    required('payment', rules.object),
    required('payment.description', FILLED),
    optional('payment.amount', rules.amount),
    optional('payment.currency', rules.currency, '3121'),
    optional('payment.merchant_refund_id', FILLED),
    ...CALLBACK,
    ...RECEIPT,
  ],
  /** The endpoint checks that one of `pares` and `cres` is present (contract 5.6). */
  challengeResult: [
    ...GENERAL,
    optional('pares', rules.text(MAX_PARES_CHARS, { minLength: 1 })),
    optional('cres', rules.text(MAX_PARES_CHARS, { minLength: 1 })),
    optional('md', FILLED),
    optional('interface_type', rules.object),
  ],
  /** A later debit of a series; the endpoint checks that one of the two ids is present (contract 13.1). */
  recurring: [
    ...GENERAL,
    ...PAYMENT_URLS,
    ...PURCHASE,
    optional('recurring', rules.object),
    optional('recurring.id', SERIES_ID),
    optional('recurring_id', SERIES_ID),
    ...PURCHASE_DETAILS,
  ],
  seriesUpdate: [...SERIES_CHANGE, ...SERIES_PARTS],
  seriesCancel: SERIES_CHANGE,
  seriesInfo: [...GENERAL_OF_PROJECT, ...NAMED_SERIES],
  retryStop: [...GENERAL_OF_PROJECT, ...NAMED_SERIES, required('trigger_operation_id', SERIES_ID)],
  codeResend: [
    ...GENERAL,
    required('customer', rules.object),
    required('customer.ip_address', rules.ipAddress),
  ],
  cascadeStep: GENERAL,
  bankInfo: INSTITUTIONS,
  operatorInfo: INSTITUTIONS,
  methodInfo: [
    ...GENERAL_OF_PROJECT,
    optional('payment_method_list', rules.objects(1, MAX_NAMED_METHODS)),
    optional('amount', rules.amount),
    optional('currency', rules.currency, '3121'),
  ],
}
