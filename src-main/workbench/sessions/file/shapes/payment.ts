import { z } from 'zod'
import { storedUrl } from '#core/self-address'
import type {
  Account,
  Attempts,
  CallbackPlan,
  Customer,
  Money,
  Operation,
  Payment,
  PaymentOrigin,
  ProviderAnswer,
  RetryPolicy,
  Series,
  SeriesDebit,
} from '#domain/payment/payment'
import {
  OPERATION_STATUSES,
  OPERATION_TYPES,
  type OperationStatus,
  type OperationType,
  PAYMENT_STATUSES,
  type PaymentStatus,
} from '#domain/payment/statuses'
import { epochTime } from '#protocol/shapes'
import type { AcceptedValues, RefusedValue } from '#domain/clarification/submission'
import type { ClarificationFields } from '#domain/clarification/fields'
import type { OutcomeStep } from '#domain/provider/outcome'
import { CARD_BRANDS, type CardBrand } from '#domain/card/brand'
import { FORM_LANGUAGES } from '#domain/form/languages'
import { FORM_THEMES } from '#domain/form/settings'
import { type FormVisit, withCurrentNames } from '#platform/form/visit/visit'

/** Shapes of the parts of payments and their events. The types describe each value. */
export const time = epochTime.int()
export const requestId = z.string().max(1000)
const line = z.string().max(10_000)

export const money = z.object({ amount: z.int(), currency: line }) satisfies z.ZodType<Money>
export const customer = z.object({ id: line, phone: line }) satisfies z.ZodType<Customer>

/** A masked number has at most ten digits in a row. */
const maskedNumber = z
  .string()
  .max(100)
  .refine((number) => !/\d{11}/.test(number.replaceAll(/[\s-]/g, '')), 'shows a whole card number')

export const account = z.object({
  number: maskedNumber,
  type: line,
  cardHolder: line,
  expiryMonth: line,
  expiryYear: line,
  id: z.int(),
  token: line,
  toBeSaved: z.boolean().exactOptional(),
}) satisfies z.ZodType<Account>

export const providerAnswer = z.object({
  paymentId: line,
  answeredAt: time,
  authCode: line,
  eci: line,
}) satisfies z.ZodType<ProviderAnswer>

/** One of these words, as its literal type. */
const oneOf = <Word extends string>(words: readonly Word[]): z.ZodType<Word> =>
  z.custom<Word>((value) => words.some((word) => word === value), 'is not a word of the contract')

const operationStatus = oneOf<OperationStatus>(OPERATION_STATUSES.map(({ status }) => status))
const operationType = oneOf<OperationType>(OPERATION_TYPES.map(({ type }) => type))

export const operation = z.object({
  id: z.int(),
  type: operationType,
  status: operationStatus,
  sum: money,
  createdAt: time,
  updatedAt: time,
  requestId,
  code: line,
  message: line.exactOptional(),
  provider: providerAnswer.nullable(),
  merchantRefundId: z.string().exactOptional(),
  deadlineAt: time.exactOptional(),
  callbacks: z
    .object({
      url: z.string().max(10_000).exactOptional(),
      delayMs: z.number().exactOptional(),
      disabled: z.boolean().exactOptional(),
    })
    .exactOptional(),
}) satisfies z.ZodType<Operation>

const url = z.string().max(10_000).nullable()

export const callbackPlan = z.object({
  successUrl: url,
  declineUrl: url,
  paymentUrl: url,
  rules: z.array(
    z.object({
      paymentType: line.optional(),
      result: z.enum(['success', 'decline']).optional(),
      method: line.optional(),
      url: line,
    }),
  ),
  projectUrl: url,
  delayMs: z.number(),
  disabled: z.boolean(),
}) satisfies z.ZodType<CallbackPlan>

export const fields = z.record(line, z.array(line)) satisfies z.ZodType<ClarificationFields>
export const expects = z.record(line, z.string())
export const acceptedValues = z.record(
  line,
  z.union([z.string(), z.number(), z.boolean()]),
) satisfies z.ZodType<AcceptedValues>

export const refusedValues = z.array(
  z.object({ path: z.string(), code: line, message: z.string(), constraint: line, asked: z.boolean() }),
) satisfies z.ZodType<readonly RefusedValue[]>

export const plan = z.array(
  z.discriminatedUnion('kind', [
    z.object({ kind: z.literal('clarify'), fields, expects: expects.exactOptional() }),
    z.object({
      kind: z.literal('challenge'),
      version: z.enum(['1', '2']),
      valid: line,
      fallback: z.boolean(),
      returnUrl: storedUrl.exactOptional(),
    }),
    z.object({
      kind: z.literal('result'),
      outcome: z.enum(['success', 'decline']),
      code: line,
      delayMs: z.number(),
      stated: z.boolean(),
      partialApproval: z.object({ above: z.number(), currency: line }).exactOptional(),
    }),
  ]),
) satisfies z.ZodType<readonly OutcomeStep[]>

export const retryPolicy = z.object({
  limit: z.int(),
  windowMs: z.number(),
  endsAt: time.nullable(),
}) satisfies z.ZodType<RetryPolicy>

/** The part of a series that the opening of a form already gives. */
const seriesKind = z.object({
  type: z.enum(['C', 'U', 'R']).exactOptional(),
  schedule: z
    .object({
      amount: z.int(),
      period: z.enum(['D', 'W', 'M', 'Q', 'Y']),
      interval: z.int().min(1).max(100),
      time: z
        .string()
        .regex(/^\d\d:\d\d:\d\d$/)
        .nullable(),
      from: time.nullable(),
      since: z.int().min(0),
      made: z.int().min(0),
    })
    .exactOptional(),
})
export const series = seriesKind.extend({
  id: z.int(),
  endsAt: time.nullable(),
  isCanceled: z.literal(true).exactOptional(),
}) satisfies z.ZodType<Series>
export const seriesDebit = z.object({
  id: z.int(),
  currency: line,
  endsAt: time,
  isScheduled: z.literal(true).exactOptional(),
}) satisfies z.ZodType<SeriesDebit>
export const attempts = z.object({ left: z.int(), endsAt: time }) satisfies z.ZodType<Attempts>
export const kind = z.enum(['purchase', 'account verification', 'payout', 'recurring'])
export const origin = z.enum(['api', 'form', 'workbench']) satisfies z.ZodType<PaymentOrigin>
export const actor = z.enum(['provider', 'platform', 'tester', 'merchant', 'customer'])

const status = oneOf<PaymentStatus>(PAYMENT_STATUSES.map((row) => row.status))

/** The whole state of a payment, as a session file holds it. */
export const paymentState = z.object({
  key: z.string().max(100),
  projectId: z.int(),
  paymentId: z.string(),
  origin,
  type: kind,
  method: z.string(),
  status,
  requestId,
  requested: money,
  real: money,
  held: z.number(),
  refunded: z.number(),
  customer,
  account: account.nullable(),
  description: z.string(),
  callbacks: callbackPlan,
  operations: z.array(operation).min(1),
  plan,
  providerDueAt: time.nullable(),
  clarification: z
    .object({
      operationId: z.int(),
      resumes: z.object({ status, resultCode: z.string(), resultMessage: z.string() }).exactOptional(),
      requested: fields,
      remaining: fields,
      expects,
      accepted: acceptedValues,
      refused: refusedValues,
      detectedAt: time,
      expiresAt: time,
      cappedByDeadline: z.boolean(),
    })
    .nullable(),
  challenge: z
    .object({
      operationId: z.int(),
      version: z.enum(['1', '2']),
      fallback: z.boolean(),
      valid: z.string(),
      returnUrl: storedUrl.exactOptional(),
      requestedAt: time,
      expiresAt: time,
      cappedByDeadline: z.boolean(),
    })
    .nullable(),
  retries: retryPolicy.nullable(),
  retriesEndAt: time.nullable(),
  attempts: attempts.nullable(),
  supplied: acceptedValues,
  completingRequests: z.array(z.object({ fingerprint: z.string(), requestId })),
  merchantRefundIds: z.array(z.string()),
  avsResult: z.string().nullable(),
  resultCode: z.string(),
  resultMessage: z.string().exactOptional(),
  createdAt: time,
  updatedAt: time,
  deadlineAt: time,
  holdEndsAt: time.nullable(),
  succeededAt: time.nullable(),
  series: series.exactOptional(),
  debitOf: seriesDebit.exactOptional(),
}) satisfies z.ZodType<Payment>

const brand = oneOf<CardBrand>(CARD_BRANDS.map((row) => row.brand))
const text = z.string().max(100_000)
const mode = z.enum(['iframe', 'parent_page', 'blank_page'])
const returnRule = z
  .object({
    url: text,
    enabled: z.union([z.literal(0), z.literal(1), z.literal(2)]),
    mode: mode.nullable(),
  })
  .nullable()
const redirect = z.object({ url: text, mode }).nullable()

const settings = z.object({
  mode: z.enum(['purchase', 'card_verify', 'card_tokenize', 'payout']),
  projectId: z.int(),
  paymentId: text.nullable(),
  customerId: text.nullable(),
  amount: z.number(),
  currency: text.nullable(),
  description: text,
  operation: z.enum(['sale', 'auth']),
  isMailOrPhoneOrder: z.boolean(),
  language: z.enum(FORM_LANGUAGES),
  frameMode: z.enum(['popup', 'iframe', 'tab', 'embedded']),
  theme: z.enum(FORM_THEMES).exactOptional(),
  bestBefore: time.nullable(),
  methods: z.object({
    forced: text.nullable(),
    forcedGroup: text.nullable(),
    forcedBrand: brand.nullable(),
    preselected: text.nullable(),
    hidden: z.array(text),
  }),
  accountToken: text.nullable(),
  cardHolder: text.nullable(),
  supplied: acceptedValues,
  needsContact: z.boolean(),
  registersRecurring: z.boolean(),
  seriesEndsAt: time.exactOptional(),
  series: seriesKind.exactOptional(),
  returns: z.object({ success: returnRule, fail: returnRule, back: returnRule }),
  redirects: z.object({ success: redirect, fail: redirect, tokenize: redirect }),
  callbacks: z.object({
    paymentUrl: text.nullable(),
    successUrl: text.nullable(),
    declineUrl: text.nullable(),
  }),
  externalReturn: text.exactOptional(),
  externalPagesInNewTab: z.boolean(),
  olderEmbedded: z.boolean(),
  payoutSession: text.nullable(),
})

const currentSession = z.object({
  id: z.string().regex(/^[0-9a-f]{1,64}$/),
  openedAt: time,
  settings,
  paymentKey: text.nullable(),
  details: acceptedValues.nullable(),
  tryingAgain: z.boolean(),
  token: z
    .object({
      card: z.object({
        id: z.int(),
        number: maskedNumber,
        brand: brand.nullable(),
        month: z.int(),
        year: z.int(),
        holder: text,
        token: text,
        expired: z.boolean(),
      }),
      requestId,
      at: time,
    })
    .nullable(),
  version: z.int(),
  announcedEvents: z.int().nullable(),
}) satisfies z.ZodType<FormVisit>

/** An opening of the form, as a session file holds it, with the current or the former member names. */
export const formVisit = z.preprocess(withCurrentNames, currentSession)
