import { createStore } from 'zustand/vanilla'
import { showToast, type Toast } from './toasts'
import type { ListName } from './lists'
import type { Annotation } from '#protocol/annotations'
import type { SessionView } from '#protocol/sessions'
import type { ScenarioEffects } from '#protocol/scenarios'
import type { PaymentDetail } from '#protocol/payments'
import type { CallbackId, ProjectId } from '#domain/ids'

export type WantedRun =
  | { readonly kind: 'own'; readonly files: readonly string[] }
  | { readonly kind: 'here' | 'step'; readonly file: string }

export type DialogRequest =
  /** `like`: the payment whose values are copied. */
  | { readonly kind: 'newPayment'; readonly like?: PaymentDetail }
  | {
      readonly kind:
        'requestClarification' | 'answerClarification' | 'decline' | 'expireClarification' | 'leaveAsCustomer'
      readonly payment: PaymentDetail
    }
  | { readonly kind: 'amount'; readonly payment: PaymentDetail; readonly action: AmountAction }
  | { readonly kind: 'retarget'; readonly id: CallbackId; readonly present: string }
  /** `id`: key of a payment, or id of a message. */
  | { readonly kind: 'annotation'; readonly id: string; readonly annotation: Annotation | undefined }
  | { readonly kind: 'palette' | 'keys' | 'createProject' | 'resetBench' | 'exportSession' }
  | { readonly kind: ClockQuestion | 'advanceFar' | 'realTime' | 'takeBack' }
  /** `place`: the section of docs/platform.md, such as 5.1. */
  | { readonly kind: 'contract'; readonly place: string }
  /** The scenarios to run, with their effects; `waiting`: the number of other open payments. */
  | {
      readonly kind: 'runScenarios'
      readonly wanted: WantedRun
      readonly effects: ScenarioEffects
      readonly waiting: number
    }
  /** A new scenario. The `text` of a recording expects only what matters; `everything` expects all values. */
  | {
      readonly kind: 'nameScenario'
      readonly text: string
      readonly suggested: string
      readonly everything?: string
      readonly omitted?: readonly string[]
      /** Whether the text is a recording, which ends once the scenario is saved. */
      readonly isRecording?: boolean
    }
  | { readonly kind: 'openSession' | 'removeSession'; readonly session: SessionView }
  | { readonly kind: 'saveFilter'; readonly list: ListName; readonly query: string }
  /** `edit`: false to show only the fields that Paybench requested. */
  | {
      readonly kind: 'resend'
      readonly id: string
      readonly edit: boolean
      readonly reason?: string
      readonly asked?: string
    }
  | { readonly kind: 'bulkReplay'; readonly choice?: Chosen }

type RequestOf<Request extends DialogRequest, Kind> = Request extends unknown
  ? Kind extends Request['kind']
    ? Request
    : never
  : never

/** What the component of a dialog takes: the fields of its request, and `onClose`. */
export type DialogProps<Kind extends DialogRequest['kind']> = Omit<RequestOf<DialogRequest, Kind>, 'kind'> & {
  readonly onClose: () => void
}

export type ClockQuestion = 'advanceBy' | 'clockDate' | 'clockRate'

export type AmountAction = 'capture' | 'cancel' | 'refund' | 'chargeAgain' | 'payOtherAsCustomer'

export const dialogStore = createStore<{ readonly open: DialogRequest | null; readonly turn: number }>(
  () => ({
    open: null,
    turn: 0,
  }),
)

/** Where the focus goes when the last dialog closes; null once it has been returned. */
let returnTo: { readonly target: Element | null } | null = null

/** Opens a dialog in place of the open one. */
export function openDialog(request: DialogRequest): void {
  // A dialog that follows another returns the focus to where it was when the first was opened.
  returnTo ??= { target: document.activeElement }
  dialogStore.setState(({ turn }) => ({ open: request, turn: turn + 1 }))
}

/** Closes the dialog of this request, but no later one, and returns the focus. */
export function closeDialog(request: DialogRequest): void {
  if (dialogStore.getState().open !== request) return
  dialogStore.setState({ open: null })
  requestAnimationFrame(() => {
    if (dialogStore.getState().open !== null) return
    const target = returnTo?.target
    returnTo = null
    if (target instanceof HTMLElement && target.isConnected) target.focus({ preventScroll: true })
  })
}

/** Opens a dialog that the tester did not request: if another one is open, a toast offers it instead. */
export function offerDialog(request: DialogRequest, notice: Omit<Toast, 'id' | 'action'>): void {
  if (dialogStore.getState().open === null) openDialog(request)
  else showToast({ ...notice, action: { label: 'Open…', run: () => openDialog(request) } })
}

export type Chosen =
  | { readonly kind: 'ids'; readonly ids: readonly string[] }
  | {
      readonly kind: 'list'
      readonly list: 'traffic' | 'captures' | 'callbacks'
      readonly query?: string
      readonly projectId?: ProjectId
      readonly count: number
    }

let isOneWalk = false

/** Makes a change that continues the previous one, such as moving through rows: they share one history entry. */
export function walk(change: () => void): void {
  const before = isOneWalk
  isOneWalk = true
  try {
    change()
  } finally {
    isOneWalk = before
  }
}

export const isWalking = (): boolean => isOneWalk
