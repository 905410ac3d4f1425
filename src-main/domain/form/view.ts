import type { CardBrand } from '#domain/card/brand'
import type { ClarificationFields } from '#domain/clarification/fields'
import type { AcceptedValues, RefusedValue } from '#domain/clarification/submission'
import type { Money } from '#domain/payment/payment'
import type { FormLanguage } from './languages'
import type { FormMode, FormTheme, FrameMode, ReturnRule, SavedCard } from './settings'

/** A customer value that the form collects itself, by its path (`customer.email`; contract 7.4, 5.8). */
export interface CollectedField {
  readonly path: string
  readonly required: boolean
  readonly value: string
}

/** Why a field that the customer sent is refused. `name`: the name of its input. */
export interface FieldProblem {
  readonly name: string
  readonly reason: ProblemReason
}

/** Why a value is not accepted; the page shows it in the customer's language. */
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
  | 'too_long'
  | 'value'

/** The card page: the customer gives a card or takes a saved one. */
export interface CardView {
  readonly kind: 'card'
  /** The last used one first. */
  readonly savedCards: readonly SavedCard[]
  /** The saved card that is chosen until the customer chooses: the one of the token, else the last used; null: a new card. */
  readonly selectedCard: number | null
  /** True where only the preselected card may be used (`account_token`). */
  readonly onlySelected: boolean
  readonly holder: string
  readonly needsCode: boolean
  /** One further field at most; more go to a page of their own (contract 7.4). */
  readonly extra: CollectedField | null
  /** Required values that the shop can still give when it agrees: asked for only when it did not (contract 12.23). */
  readonly afterShop: readonly CollectedField[]
  readonly canSave: boolean
  /** Epoch milliseconds on the virtual clock. */
  readonly confirmBefore: number | null
  readonly onlyBrand: CardBrand | null
}

/** Customer data before the card, where two or more values are collected. */
export interface DetailsView {
  readonly kind: 'details'
  readonly fields: readonly CollectedField[]
  readonly confirmBefore: number | null
}

/** The platform or the provider is at work. */
export interface WaitingView {
  readonly kind: 'waiting'
}

/**
 * Where the page of the card's issuer is shown: in a frame of ours, on our whole page, in a new tab, or in place of the
 * merchant's page around an embedded form (contract 12.25).
 */
export type IssuerPlace = 'frame' | 'page' | 'new_tab' | 'parent'

/** The page of the card's issuer. */
export interface ChallengeView {
  readonly kind: 'challenge'
  readonly place: IssuerPlace
  /** Path of the simulated issuer's page. */
  readonly issuerPath: string
}

/** What the platform asks for (contract 6, on the form). */
export interface ClarificationView {
  readonly kind: 'clarification'
  readonly remaining: ClarificationFields
  readonly accepted: AcceptedValues
  readonly refused: readonly RefusedValue[]
  readonly expiresAt: number
  /** The last digits of the phone number to which a one-time code goes; null: none is known. */
  readonly phoneEnd: string | null
}

/** The end, or a decline after which the customer may try again. */
export interface ResultView {
  readonly kind: 'result'
  readonly outcome: 'success' | 'decline' | 'pending'
  readonly code: string
  readonly paymentId: string | null
  /** Epoch milliseconds. */
  readonly at: number
  /** What a success really moved, in minor units; null: nothing was, or no money is asked for (contract 7.9). */
  readonly moved: Money | null
  readonly card: { readonly number: string; readonly brand: CardBrand | null } | null
  /** Attempts that are left and when they end; null: none (contract 7.5). */
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
  CardView | DetailsView | WaitingView | ChallengeView | ClarificationView | ResultView | ExpiredView

/** What stays the same on every page of a session. */
export interface FormFrame {
  /** Path of the session, `/payment/<id>`; every request of the page goes below it. */
  readonly base: string
  readonly language: FormLanguage
  readonly mode: FormMode
  readonly frameMode: FrameMode
  readonly theme: FormTheme
  /** The older embedded variant of contract 8.9. */
  readonly olderEmbedded: boolean
  readonly shopName: string
  /** Minor units; null where no money is asked for. */
  readonly sum: { readonly amount: number; readonly currency: string } | null
  readonly description: string
  /** Button that leaves before the end. */
  readonly back: ReturnRule | null
  /** Epoch milliseconds on the virtual clock, and how fast it runs: 0 frozen, 1 live. */
  readonly now: number
  readonly rate: number
}

/** Everything that a page of the form is drawn from. */
export interface FormPage {
  readonly frame: FormFrame
  readonly view: FormView
  readonly problems: readonly FieldProblem[]
}
