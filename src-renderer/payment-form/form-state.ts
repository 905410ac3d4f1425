import type { PageState } from '#domain/form/page-state'
import type { FieldProblem } from '#domain/form/view'
import type {
  ClarificationBody,
  ConfirmBody,
  DetailsBody,
  FormRefusal,
  FormUpdate,
  RemoveCardBody,
} from '#domain/form/wire'
import { assertNever } from '#lib/error-text'
import type { ClockReading } from './dom'
import type { JsonObject, PlatformResponse } from './platform'

/** A view as the platform describes it, without its markup. */
export type ShownView = Omit<FormUpdate, 'html'>

/** Who submits the page: the form's own button, the embedding page (contract 8.7), or the shop's own button (contract 8.9). */
export type SubmitSource = 'form' | 'embedding page' | 'shop button'

/** One POST below the path of the form visit. */
export type FormRequest = (
  | { readonly path: 'confirm'; readonly body: ConfirmBody }
  | { readonly path: 'details'; readonly body: DetailsBody }
  | { readonly path: 'clarification'; readonly body: ClarificationBody }
  | { readonly path: 'retry' | 'give-up'; readonly body: Readonly<Record<string, never>> }
  /** `card` is the removed card as the platform describes it for the embedding page. */
  | { readonly path: 'cards/remove'; readonly body: RemoveCardBody; readonly card: unknown }
) & {
  /** The embedding page submitted the form, and errors of the fields are posted to it (contract 12.26). */
  readonly reportsProblems: boolean
}

type Activity =
  | { readonly kind: 'idle' }
  /** The shop has been asked whether the payment may start (contract 8.9, step 3b). */
  | { readonly kind: 'awaiting consent'; readonly reportsProblems: boolean }
  | { readonly kind: 'sending'; readonly request: FormRequest }

/** Everything that the page's script remembers between two events. */
export interface FormState {
  readonly shown: ShownView
  readonly activity: Activity
  readonly polling: 'off' | 'scheduled' | 'in flight'
  /** How many polls in a row got no response. */
  readonly failedPolls: number
  readonly isLockedByShop: boolean
  readonly isMethodAnnounced: boolean
  /** The shop's page shows its loader. */
  readonly isLoaderShown: boolean
  /** The last request, if it got no response: the customer can send it again. */
  readonly unanswered: FormRequest | null
}

/** What a page with a form contains at the moment of an event. */
export interface PageContent {
  readonly problems: readonly FieldProblem[]
  /** What submitting the page sends. */
  readonly request: FormRequest
}

export type FormEvent =
  | { readonly type: 'started' }
  | { readonly type: 'submitted'; readonly source: SubmitSource; readonly page: PageContent | null }
  /** The embedding page has filled in fields and submits (contract 8.7, `embedded_mode.submit`). */
  | { readonly type: 'submitted with fields'; readonly page: PageContent | null }
  | {
      readonly type: 'check requested'
      readonly page: PageContent | null
      readonly values: Readonly<Record<string, string>>
    }
  | { readonly type: 'shop agreed'; readonly page: PageContent | null }
  | { readonly type: 'shop refused' }
  | { readonly type: 'shop timed out' }
  | { readonly type: 'lock changed'; readonly isLocked: boolean }
  | { readonly type: 'cancelled' }
  | { readonly type: 'card removed'; readonly id: number; readonly card: unknown }
  | { readonly type: 'resent' }
  | { readonly type: 'response received'; readonly response: PlatformResponse }
  | { readonly type: 'poll due' }
  /** `rev` is the revision that the page showed when it asked. */
  | { readonly type: 'poll answered'; readonly rev: string; readonly response: PlatformResponse }

export type FormEffect =
  | { readonly type: 'post'; readonly message: string; readonly data: unknown; readonly beside: JsonObject }
  | { readonly type: 'send'; readonly request: FormRequest; readonly rev: string }
  | { readonly type: 'poll'; readonly rev: string }
  | { readonly type: 'schedule poll'; readonly afterMs: number }
  | { readonly type: 'stop polling' }
  | { readonly type: 'await consent' }
  | { readonly type: 'end consent' }
  /** `isUpdate`: the view is new, and its countdowns may end again. */
  | { readonly type: 'set clock'; readonly clock: ClockReading; readonly isUpdate: boolean }
  /** `isResponse`: the customer asked for it and looks for the result; otherwise somebody may be typing. */
  | {
      readonly type: 'draw'
      readonly html: string
      readonly isOtherView: boolean
      readonly isResponse: boolean
    }
  | { readonly type: 'enter view'; readonly view: ShownView }
  | { readonly type: 'announce chosen card' }
  | { readonly type: 'ask shop for issuer page' }
  | { readonly type: 'leave'; readonly to: NonNullable<ShownView['leave']> }
  | { readonly type: 'show problems'; readonly problems: readonly FieldProblem[] }
  | { readonly type: 'show refusal'; readonly refusal: FormRefusal }
  /** An empty text hides the notice. */
  | { readonly type: 'show notice'; readonly text: string; readonly canResend: boolean }

/** A message to the embedding page, without its prefix. Data may stand `beside` the message instead of in it. */
export function post(message: string, data?: unknown, beside: JsonObject = {}): FormEffect {
  return { type: 'post', message, data, beside }
}

export interface Step {
  readonly state: FormState
  /** To be carried out in this order. */
  readonly effects: readonly FormEffect[]
}

/** The constant properties of the page. */
export type PageSettings = Pick<PageState, 'mode' | 'frameMode' | 'shopsButton' | 'texts'>

/** The state before the first event. */
export function initialState(shown: ShownView): FormState {
  return {
    shown,
    activity: { kind: 'idle' },
    polling: 'off',
    failedPolls: 0,
    isLockedByShop: false,
    isMethodAnnounced: false,
    isLoaderShown: false,
    unanswered: null,
  }
}

export function isBusy({ activity }: FormState): boolean {
  return activity.kind !== 'idle'
}

/** The customer has not confirmed yet: with a button of the shop, such a page is the shop's to send (contract 8.9). */
export function isBeforeConfirmation({ request }: PageContent): boolean {
  return request.path === 'confirm' || request.path === 'details'
}

/** Whether the embedding page may fill in fields and submit the page. */
export function mayShopSubmit(settings: PageSettings, state: FormState, page: PageContent | null): boolean {
  return !isBusy(state) && page !== null && (settings.shopsButton || !isBeforeConfirmation(page))
}

/** A message about saved cards has two names: the usual one, and that of older pages, which comes second (contract 8.8). */
const CARD_SELECTED = ['wallet_select', 'wallet_selected'] as const
const CARD_REMOVED = ['wallet_remove', 'wallet_removed'] as const

/** The customer has chosen a saved card; `card` as the platform describes it for the embedding page. */
export function cardSelectedMessages(card: unknown): readonly FormEffect[] {
  return CARD_SELECTED.map((message) => post(message, card))
}

/** The only payment method is announced once, when the card page is first shown (contract 8.8). */
export function methodMessage({ texts, mode }: PageSettings): FormEffect {
  const data = {
    name: texts.cards,
    payment_method_type: mode === 'payout' ? '2' : '1',
    payment_method_code: 'card',
  }
  return post('payment_method_select', data)
}

/** The messages to the embedding page once the platform has accepted a request. */
export function sentMessages(request: FormRequest): readonly FormEffect[] {
  switch (request.path) {
    case 'retry':
      return [post('payment.try_again')]
    case 'give-up':
      return [post('payment.canceled')]
    case 'cards/remove':
      return CARD_REMOVED.map((message) => post(message, request.card))
    case 'confirm':
    case 'details':
    case 'clarification':
      return []
    default:
      return assertNever(request)
  }
}

/** The messages to the embedding page about values that the platform refused. */
export function refusalMessages(
  settings: PageSettings,
  { reportsProblems }: FormRequest,
  { problems }: FormRefusal,
): readonly FormEffect[] {
  const messages = problemMessages(settings, problems, reportsProblems)
  if (!reportsProblems) return messages
  const data = problemTexts(settings, problems)
  return [...messages, post('received_server_errors', data)]
}

/** The messages to the embedding page about wrong fields. */
export function problemMessages(
  settings: PageSettings,
  problems: readonly FieldProblem[],
  reportsProblems: boolean,
): readonly FormEffect[] {
  if (problems.length === 0) return []
  const data = problemTexts(settings, problems)
  return [
    ...(settings.frameMode === 'embedded' ? [post('embedded_mode.validation_error', data)] : []),
    ...(reportsProblems ? [post('validation_status_change', data)] : []),
  ]
}

/** The texts of the problems by the names of the fields. */
export function problemTexts({ texts }: PageSettings, problems: readonly FieldProblem[]): JsonObject {
  const byName: Record<string, string> = {}
  problems.forEach(({ name, reason }) => {
    byName[name] = texts.problems[reason]
  })
  return byName
}
