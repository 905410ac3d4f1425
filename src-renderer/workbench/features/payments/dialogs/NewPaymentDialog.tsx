import { useState } from 'react'
import { TEST_CARDS } from '#domain/provider/test-cards'
import { useCurrentProject } from '#window/state/info'
import { Dialog, DialogError, PendingDialog, SubmitActions } from '#window/ui/Dialog.tsx'
import { likePayment, type NewPayment, paymentDraft, suggestPaymentId, whatHappens } from './new-payment'
import { NewPaymentFields, useNewPayment } from './NewPaymentFields'
import './dialogs.css'
import type { PaymentKey } from '#domain/ids'
import { usePaymentFacts } from './dialog-parts'

const TITLE = 'New payment'

interface FormProps {
  readonly initial: NewPayment
  readonly onClose: () => void
}

function NewPaymentForm({ initial, onClose }: FormProps) {
  const editing = useNewPayment(initial, onClose)
  return (
    <Dialog
      title={TITLE}
      width={680}
      onClose={onClose}
      onSubmit={editing.send}
      does="payments.create"
      note={whatHappens(editing.form)}
      actions={
        <SubmitActions onCancel={onClose} disabled={editing.busy} keys="Ctrl Enter">
          Create payment
        </SubmitActions>
      }
    >
      <div className="dialog-pad">
        <DialogError refusal={editing.refusal} />
        <NewPaymentFields editing={editing} />
      </div>
    </Dialog>
  )
}

function DuplicateOf({
  paymentKey,
  onClose,
}: {
  readonly paymentKey: PaymentKey
  readonly onClose: () => void
}) {
  const { value, error } = usePaymentFacts(paymentKey)
  if (value === null) return <PendingDialog title={TITLE} error={error} onClose={onClose} />
  return <NewPaymentForm initial={likePayment(value, TEST_CARDS)} onClose={onClose} />
}

interface NewPaymentDialogProps {
  /** Key of a payment whose values are copied. */
  readonly duplicateOf?: string
  readonly onClose: () => void
}

/** Registers a payment by hand, with an id of its own, decided by the tester or by its test card. */
export function NewPaymentDialog({ duplicateOf, onClose }: NewPaymentDialogProps) {
  const project = useCurrentProject()
  const [initial] = useState(() =>
    paymentDraft(project?.projectId.toString() ?? '', suggestPaymentId(Date.now())),
  )
  if (duplicateOf !== undefined) return <DuplicateOf paymentKey={duplicateOf} onClose={onClose} />
  return <NewPaymentForm initial={initial} onClose={onClose} />
}
