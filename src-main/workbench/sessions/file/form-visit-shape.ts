import { z } from 'zod'
import { CARD_BRANDS } from '#domain/card/brand'
import { FORM_LANGUAGES } from '#domain/form/languages'
import { FORM_THEMES } from '#domain/form/settings'
import { acceptedValues, maskedNumber, requestId, seriesKind, time } from '#domain/payment/payment'
import { type FormVisit, withCurrentNames } from '#platform/form/visit/visit'

const brand = z.enum(CARD_BRANDS.map((row) => row.brand))
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
