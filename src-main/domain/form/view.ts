import type { ValueRule } from '#domain/api/rules'
import type { CardBrand } from '#domain/card/brand'
import { findField } from '#domain/clarification/catalogue'
import type { Assessment } from '#domain/clarification/submission'
import type { Money, ProviderPage } from '#domain/payment/payment'
import type { MethodWay } from '#domain/project/method-shape'
import type { FormTheme, OrderLine, ReturnRule, SavedCard, FormSettings } from './settings'
import type { MethodMark } from './ways-to-pay'

/** A customer value that the form collects, by path (`customer.email`; contract 7.4, 5.8). */
export interface CollectedField {
  readonly path: string
  readonly required: boolean
  readonly value: string
  /** The only values, each with its label; if absent, those of the field in the catalogue. */
  readonly choices?: readonly (readonly [value: string, label: string])[]
  /** For a parameter of a method; if absent, that of the field in the catalogue. */
  readonly rule?: ValueRule
}

export interface FieldProblem {
  readonly name: string
  readonly reason: ProblemReason
}

/** Shown in the customer's language. */
export type ProblemReason =
  | 'required'
  | 'card_number'
  | 'card_brand'
  | 'card_expired'
  | 'card_expiry'
  | 'card_code'
  | 'card_holder'
  | 'email'
  | 'date'
  | 'country'
  | 'post_code'
  | 'phone'
  | 'one_time_code'
  | 'wrong_code'
  | 'bank'
  | 'too_long'
  | 'value'

/** The one-time code of a method, which only the method's provider checks (contract 16.4). */
export const METHOD_CODE = /^additional_data\.(?:otp|approval)_code$/

/** What a customer reads when the value at a path breaks a constraint of its rule. */
export function reasonOf(path: string, constraint: string): ProblemReason {
  if (constraint === 'required') return 'required'
  if (constraint === 'maxLength') return 'too_long'
  if (METHOD_CODE.test(path)) return 'wrong_code'
  const kind = findField(path)?.value.kind
  switch (kind) {
    case 'email':
    case 'date':
    case 'country':
      return kind
    case 'post-code':
      return 'post_code'
    case 'digits':
      if (path.endsWith('.security_code')) return 'one_time_code'
      return path.endsWith('phone') ? 'phone' : 'value'
    default:
      return 'value'
  }
}

export interface CardView {
  readonly kind: 'card'
  /** Most recently used first. */
  readonly savedCards: readonly SavedCard[]
  /** Id of the preselected card: that of the token or, without one, the card used last; null for a new card. */
  readonly selectedCard: number | null
  /** Only the preselected card may be used (`account_token`). */
  readonly onlySelected: boolean
  readonly holder: string
  readonly needsCode: boolean
  /** At most one; more go to a separate page (contract 7.4). */
  readonly extra: CollectedField | null
  /** Required values that the shop may still give on submit; if not, the form requires them (contract 12.23). */
  readonly afterShop: readonly CollectedField[]
  readonly canSave: boolean
  /** Epoch milliseconds on the virtual clock. */
  readonly confirmBefore: number | null
  readonly onlyBrand: CardBrand | null
}

/** Customer data before the card, if two or more values are collected. */
export interface DetailsView {
  readonly kind: 'details'
  readonly fields: readonly CollectedField[]
  readonly confirmBefore: number | null
}

/** `app`: a transfer for which there is nothing to copy: the customer confirms it in the provider's app. */
type MethodStep = MethodWay | 'app'

/** A method that the customer can choose. */
export interface MethodChoice {
  readonly path: string
  readonly name: string
  readonly mark: MethodMark
  /** What the customer does to pay with it (contract 16.4). */
  readonly step: MethodStep
}

/** The choice between ways to pay (contract 16.11). */
export interface MethodsView {
  readonly kind: 'methods'
  readonly card: boolean
  readonly savedCards: readonly SavedCard[]
  readonly methods: readonly MethodChoice[]
  /** What the shop requested instead, if the project has no such method. */
  readonly unknown: string | null
  readonly confirmBefore: number | null
}

/** A method's page before the payment, with the parameters that the shop did not send (contract 16.11). */
export interface MethodView extends MethodChoice {
  readonly kind: 'method'
  /** The method's code in messages to the shop. */
  readonly code: string
  readonly fields: readonly CollectedField[]
  readonly confirmBefore: number | null
}

/** The customer pays on the provider's page, by a QR code or by a transfer (contract 16.4, 16.11). */
export interface ProviderView {
  readonly kind: 'provider'
  readonly name: string
  readonly mark: MethodMark
  readonly step: ProviderPage['way'] | 'app'
  /** Where the page opens; `page`: in place of the form. */
  readonly place: 'page' | 'new_tab'
  /** Path of the provider's page on the platform. */
  readonly path: string
  /** Complete address of that page, for a QR code. */
  readonly url: string
  readonly lines: readonly { readonly title: string; readonly data: string }[]
  readonly expiresAt: number
}

/** Where the issuer's page is shown; `parent`: in place of the page around an embedded form (contract 12.25). */
export type IssuerPlace = 'frame' | 'page' | 'new_tab' | 'parent'

export interface ChallengeView {
  readonly kind: 'challenge'
  readonly place: IssuerPlace
  readonly issuerPath: string
}

/** Data requested by a clarification, entered on the form (contract 6). */
export interface ClarificationView extends Assessment {
  readonly kind: 'clarification'
  readonly expiresAt: number
  /** Last digits of the phone number for a one-time code; null if unknown. */
  readonly phoneEnd: string | null
  /** The code that a method's provider has sent, if it can be sent again; null otherwise (contract 16.4). */
  readonly code: { readonly resendAt: number; readonly isDue: boolean } | null
  /** Who sent the requested code, and the code that is accepted; absent unless a method's provider sent it. */
  readonly sent?: { readonly by: string; readonly code: string }
}

/** The end, or a decline after which the customer may try again. */
export interface ResultView {
  readonly kind: 'result'
  readonly outcome: 'success' | 'decline' | 'pending'
  readonly code: string
  readonly paymentId: string | null
  /** Epoch milliseconds. */
  readonly at: number
  /** The amount that a success moved, in minor units; null if it moved none (contract 7.9). */
  readonly moved: Money | null
  readonly card: { readonly number: string; readonly brand: CardBrand | null } | null
  /** The name of the method; absent for a card. */
  readonly method?: string
  /** Remaining attempts and their end; null if there are none (contract 7.5). */
  readonly attempts: { readonly left: number; readonly endsAt: number } | null
  readonly returnTo: ReturnRule | null
}

/** `best_before` passed before the customer confirmed (contract 7.5). */
export interface ExpiredView {
  readonly kind: 'expired'
  readonly at: number
  readonly returnTo: ReturnRule | null
}

export type FormView =
  | MethodsView
  | MethodView
  | ProviderView
  | CardView
  | DetailsView
  | { readonly kind: 'waiting' }
  | ChallengeView
  | ClarificationView
  | ResultView
  | ExpiredView

export interface FormFrame extends Pick<
  FormSettings,
  'language' | 'mode' | 'frameMode' | 'olderEmbedded' | 'description'
> {
  /** Path of the form visit, `/payment/<id>`; every request of the page is below it. */
  readonly base: string
  readonly theme: FormTheme
  readonly shopName: string
  /** Null if no money is involved. */
  readonly sum: Money | null
  /** Accent colour of the project, as `#rrggbb`. */
  readonly accent: string
  /** Positions of `receipt_data`. */
  readonly lines: readonly OrderLine[]
  readonly back: ReturnRule | null
  /** `card`: only cards; `other`: one method that is not a card; `choice`: several ways. */
  readonly ways: 'card' | 'other' | 'choice'
  /** The virtual clock: `now` in epoch milliseconds; `rate` is 0 if it is frozen, 1 if it is live. */
  readonly now: number
  readonly rate: number
}

export interface FormPage {
  readonly frame: FormFrame
  readonly view: FormView
  readonly problems: readonly FieldProblem[]
}
