import { Button } from './Button'
import { Dialog } from './Dialog'
import { Notice } from './Notice'
import type { Refusal } from './submit-refusal'

/** Why the bench refused the dialog's request. */
export function DialogError({ refusal }: { readonly refusal: Refusal | null }) {
  if (refusal === null) return null
  return <Notice tone="red" live title={refusal.message} />
}

interface PendingDialogProps {
  readonly title: string
  readonly error: string | null
  readonly onClose: () => void
}

/** Stands for a dialog whose payment is still being read, or cannot be. */
export function PendingDialog({ title, error, onClose }: PendingDialogProps) {
  return (
    <Dialog
      title={title}
      width={460}
      onClose={onClose}
      actions={
        <Button size="large" onClick={onClose}>
          Close
        </Button>
      }
    >
      <div className="dialog-pad">
        {error === null ? (
          <p className="mid">Loading the payment…</p>
        ) : (
          <Notice tone="red" title="The payment could not be read.">
            {error}
          </Notice>
        )}
      </div>
    </Dialog>
  )
}
