import { z } from 'zod'
import { CARD_BRANDS } from '#domain/card/brand'
import { acceptedValues, maskedNumber, projectId, seriesKind, time } from '#domain/payment/payment'
import { MAX_POSITIONS } from '#domain/api/rules'
import type { ReadonlyDeep } from '#lib/readonly-deep'
import { FORM_LANGUAGES } from './languages'

/** Contract 7.1. */
export const FORM_MODES = ['purchase', 'card_verify', 'card_tokenize', 'payout'] as const
export type FormMode = (typeof FORM_MODES)[number]

/** How the form is shown (contract 8.4); set by the library, never signed. */
const FRAME_MODES = ['popup', 'iframe', 'tab', 'embedded'] as const
export type FrameMode = (typeof FRAME_MODES)[number]

/** Colours of the form, which the shop chooses; `auto` follows the customer's system. */
export const FORM_THEMES = ['light', 'dark', 'auto'] as const
export type FormTheme = (typeof FORM_THEMES)[number]

/** The shop's parameter `_theme`; `light` for any unknown value. */
export const themeOf = (value: unknown): FormTheme => FORM_THEMES.find((theme) => theme === value) ?? 'light'

const redirectMode = z.enum(['iframe', 'parent_page', 'blank_page'])
export type RedirectMode = z.infer<typeof redirectMode>

const cardBrand = z.enum(CARD_BRANDS.map(({ brand }) => brand))
const text = z.string().max(100_000)

export const savedCard = z.object({
  id: z.int(),
  number: maskedNumber,
  brand: cardBrand.nullable(),
  month: z.int(),
  year: z.int(),
  holder: text,
  token: text,
  expired: z.boolean(),
})
export type SavedCard = ReadonlyDeep<z.infer<typeof savedCard>>

/** A button that leaves the form; `mode` is null if only the URL was given (contract 7.6). */
const returnRule = z.object({
  url: text,
  enabled: z.union([z.literal(0), z.literal(1), z.literal(2)]),
  mode: redirectMode.nullable(),
})
export type ReturnRule = ReadonlyDeep<z.infer<typeof returnRule>>

/** A position of `receipt_data`; `amount` in minor units of the payment's currency. */
const orderLine = z.object({
  text: z.string().max(255),
  quantity: z.number().nullable(),
  amount: z.int().nullable(),
})
export type OrderLine = ReadonlyDeep<z.infer<typeof orderLine>>

/** Leaves the form without a result page (contract 7.3, return and callbacks). */
const automaticRedirect = z.object({ url: text, mode: redirectMode })
export type AutomaticRedirect = ReadonlyDeep<z.infer<typeof automaticRedirect>>

/** A checked opening. Times are virtual epoch milliseconds; ids are null if the mode does not need them. */
export const formSettings = z.object({
  mode: z.enum(FORM_MODES),
  projectId,
  paymentId: text.nullable(),
  customerId: text.nullable(),
  amount: z.number(),
  currency: text.nullable(),
  description: text,
  lines: z.array(orderLine).max(MAX_POSITIONS).exactOptional(),
  operation: z.enum(['sale', 'auth']),
  isMailOrPhoneOrder: z.boolean(),
  language: z.enum(FORM_LANGUAGES),
  frameMode: z.enum(FRAME_MODES),
  /** End of the time to confirm; null for no limit (none given, or more than 30 days ahead; contract 7.5). */
  bestBefore: time.nullable(),
  /** Offered ways to pay (contract 7.3, method choice); `forcedGroup` is null if `forced` is set. */
  methods: z.object({
    forced: text.nullable(),
    forcedGroup: text.nullable(),
    forcedBrand: cardBrand.nullable(),
    preselected: text.nullable(),
    hidden: z.array(text),
  }),
  /** Id or abbreviation of the preselected bank (`submethod_code`; contract 16.11); absent if none was given. */
  bank: text.exactOptional(),
  accountToken: text.nullable(),
  cardHolder: text.nullable(),
  /** Given customer and address data that passed its checks, by `key.name` (contract 5.8). */
  supplied: acceptedValues,
  /** True for a purchase with neither e-mail address nor phone number: the form collects one (contract 7.3). */
  needsContact: z.boolean(),
  registersRecurring: z.boolean(),
  /** End of the series as the merchant gave it, epoch milliseconds; if absent, the card's expiry. */
  seriesEndsAt: time.exactOptional(),
  /** Who starts the debits of the series, and when; if absent, the merchant, at any time. */
  series: seriesKind.exactOptional(),
  /** `back`: the button that leaves the form before there is a result. */
  returns: z.object({
    success: returnRule.nullable(),
    fail: returnRule.nullable(),
    back: returnRule.nullable(),
  }),
  redirects: z.object({
    success: automaticRedirect.nullable(),
    fail: automaticRedirect.nullable(),
    tokenize: automaticRedirect.nullable(),
  }),
  callbacks: z.object({
    paymentUrl: text.nullable(),
    successUrl: text.nullable(),
    declineUrl: text.nullable(),
  }),
  /** `redirect_return_url`: where an external page in the full window returns to; if absent, the form. */
  externalReturn: text.exactOptional(),
  externalPagesInNewTab: z.boolean(),
  /** Light if absent. */
  theme: z.enum(FORM_THEMES).exactOptional(),
  /** The older embedded variant of contract 8.9. */
  olderEmbedded: z.boolean(),
  payoutSession: text.nullable(),
})
export type FormSettings = ReadonlyDeep<z.infer<typeof formSettings>>
