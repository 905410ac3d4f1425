import { useStore } from 'zustand'
import { createStore } from 'zustand/vanilla'
import type { BulkChoice } from '../replay/bulk-jobs'
import type { FilteredList } from '../saved-filters/saved-filters'
import type { SessionView } from '../../../src-main/contract/sessions'

/**
 * A dialog that somebody asked for. Every dialog component takes the fields of its request and `onClose`:
 * NewPaymentDialog({duplicateOf?, onClose}), RequestClarificationDialog / AnswerClarificationDialog /
 * DeclineDialog({paymentKey, onClose}), AmountDialog({paymentKey, action, onClose}).
 */
export type DialogRequest =
  | { readonly kind: 'newPayment'; readonly duplicateOf?: string }
  | { readonly kind: 'requestClarification'; readonly paymentKey: string }
  | { readonly kind: 'answerClarification'; readonly paymentKey: string }
  | { readonly kind: 'decline'; readonly paymentKey: string }
  | { readonly kind: 'amount'; readonly paymentKey: string; readonly action: AmountAction }
  | { readonly kind: 'retarget'; readonly callbackId: string }
  | { readonly kind: 'palette' }
  | { readonly kind: 'keys' }
  | { readonly kind: 'advanceBy' }
  | { readonly kind: 'clockRate' }
  | { readonly kind: 'createProject' }
  | { readonly kind: 'resetBench' }
  | { readonly kind: 'exportSession' }
  | { readonly kind: 'openSession'; readonly session: SessionView }
  | { readonly kind: 'removeSession'; readonly session: SessionView }
  | {
      readonly kind: 'saveFilter'
      readonly list: FilteredList
      readonly query: string
      /** The saved filter that is to have another name. */
      readonly rename?: string
    }
  | {
      readonly kind: 'resend'
      readonly id: string
      readonly edit: boolean
      /** Why the bench asks, and for what. */
      readonly reason?: string
      readonly asked?: string
    }
  | { readonly kind: 'bulkReplay'; readonly choice?: BulkChoice }

export type AmountAction = 'capture' | 'cancel' | 'refund'

interface DialogState {
  readonly open: DialogRequest | null
}

export const dialogStore = createStore<DialogState>(() => ({ open: null }))

let returnTo: Element | null = null

/** Opens a dialog in place of the one that is open. */
export function openDialog(request: DialogRequest): void {
  if (dialogStore.getState().open === null) returnTo = document.activeElement
  dialogStore.setState({ open: request })
}

/** Closes it and gives the focus back to where it was. */
export function closeDialog(): void {
  dialogStore.setState({ open: null })
  const target = returnTo
  returnTo = null
  if (target instanceof HTMLElement && target.isConnected) {
    requestAnimationFrame(() => {
      if (dialogStore.getState().open === null) target.focus({ preventScroll: true })
    })
  }
}

export function useOpenDialog(): DialogRequest | null {
  return useStore(dialogStore, (state) => state.open)
}
