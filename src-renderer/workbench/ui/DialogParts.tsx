import type { ComponentProps } from 'react'
import { Button } from './Button'
import { Dialog } from './Dialog'
import { Notice } from './Notice'
import type { Refusal } from './submit-refusal'

interface DialogErrorProps {
  readonly refusal: Refusal | null
  /** What was not done, where the message of the bench does not say it. */
  readonly title?: string
}

/** Why the bench refused the dialog's request. */
export function DialogError({ refusal, title }: DialogErrorProps) {
  if (refusal === null) return null
  if (title === undefined) return <Notice tone="red" live title={refusal.message} />
  return (
    <Notice tone="red" live title={title}>
      {refusal.message}
    </Notice>
  )
}

interface SubmitActionsProps extends Omit<ComponentProps<typeof Button>, 'look' | 'size' | 'submit'> {
  readonly onCancel: () => void
}

/** The buttons of a dialog that does one thing: leave it, or do it. All but `onCancel` is of the button that does it. */
export function SubmitActions({ onCancel, ...submit }: SubmitActionsProps) {
  return (
    <>
      <Button size="large" onClick={onCancel}>
        Cancel
      </Button>
      <Button {...submit} look="primary" size="large" submit />
    </>
  )
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
