import type { CardBrand } from '#domain/card/brand'
import type { AcceptedValues } from '#domain/clarification/submission'
import type { FormLanguage } from './languages'
import type { Series } from '#domain/payment/payment'
import type { ProjectId } from '#domain/ids'

/** What the form is opened for (contract 7.1). */
export type FormMode = 'purchase' | 'card_verify' | 'card_tokenize' | 'payout'

/** How the form is shown (contract 8.4); set by the library, never signed. */
export type FrameMode = 'popup' | 'iframe' | 'tab' | 'embedded'

/** Colours of the form, which the shop chooses; `auto` is those of the customer's system. */
export type FormTheme = (typeof FORM_THEMES)[number]
export const FORM_THEMES = ['light', 'dark', 'auto'] as const

/** Where a return or a redirect goes (contract 7.6). */
export type RedirectMode = 'iframe' | 'parent_page' | 'blank_page'

/** A button that leaves the form; `mode` null where only the URL was given (contract 7.6). */
export interface ReturnRule {
  readonly url: string
  readonly enabled: 0 | 1 | 2
  readonly mode: RedirectMode | null
}

/** Leaving the form without a result page (contract 7.3, return and callbacks). */
export interface AutomaticRedirect {
  readonly url: string
  readonly mode: RedirectMode
}

/** Which ways to pay are offered (contract 7.3, method choice). */
export interface MethodChoice {
  readonly forced: string | null
  /** Ignored where `forced` is set. */
  readonly forcedGroup: string | null
  readonly forcedBrand: CardBrand | null
  readonly preselected: string | null
  readonly hidden: readonly string[]
}

/**
 * What the parameters of a checked opening mean. `amount` is in minor units, times are epoch milliseconds on the
 * virtual clock. Ids are null where the mode does not need them.
 */
export interface FormSettings {
  readonly mode: FormMode
  readonly projectId: ProjectId
  readonly paymentId: string | null
  readonly customerId: string | null
  readonly amount: number
  readonly currency: string | null
  readonly description: string
  readonly operation: 'sale' | 'auth'
  readonly isMailOrPhoneOrder: boolean
  readonly language: FormLanguage
  readonly frameMode: FrameMode
  /** End of the time to confirm; null: no limit (none given, or more than 30 days ahead; contract 7.5). */
  readonly bestBefore: number | null
  readonly methods: MethodChoice
  /** Token of the saved card to preselect. */
  readonly accountToken: string | null
  readonly cardHolder: string | null
  /** Customer and address data that came along and passed its checks, by `key.name` (contract 5.8). */
  readonly supplied: AcceptedValues
  /** A card purchase came without e-mail address and phone number, one of which the form has to collect (contract 7.3). */
  readonly needsContact: boolean
  readonly registersRecurring: boolean
  /** End of the series as the merchant gave it, epoch milliseconds; absent: that of the card counts. */
  readonly seriesEndsAt?: number
  /** Who causes its debits, and when they are due; absent: the merchant does. */
  readonly series?: Pick<Series, 'type' | 'schedule'>
  readonly returns: {
    readonly success: ReturnRule | null
    readonly fail: ReturnRule | null
    /** Before the end, at any step. */
    readonly back: ReturnRule | null
  }
  readonly redirects: {
    readonly success: AutomaticRedirect | null
    readonly fail: AutomaticRedirect | null
    readonly tokenize: AutomaticRedirect | null
  }
  readonly callbacks: {
    readonly paymentUrl: string | null
    readonly successUrl: string | null
    readonly declineUrl: string | null
  }
  /** Where an external page that took the whole page sends the customer (`redirect_return_url`); absent: to the form. */
  readonly externalReturn?: string
  /** External pages open in a new tab (`force_acs_new_window`). */
  readonly externalPagesInNewTab: boolean
  /** Absent: light. */
  readonly theme?: FormTheme
  /** The older embedded variant of contract 8.9. */
  readonly olderEmbedded: boolean
  /** Session of a payout that the API started. */
  readonly payoutSession: string | null
}
