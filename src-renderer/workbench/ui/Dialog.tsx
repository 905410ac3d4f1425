import { Dialog as Primitive } from 'radix-ui'
import type { MethodName } from '#protocol/methods'
import { useRefusal } from '#window/state/refusal'
import { Button, SubmitRefusal } from './Button'
import { Failure, Notice } from './Notice'
import {
  type ComponentProps,
  type KeyboardEvent as ReactKeyboardEvent,
  type ReactNode,
  type SyntheticEvent,
  useState,
} from 'react'
import { BenchError } from '#protocol/connection'
import { errorText } from '#lib/error-text'

interface DialogProps {
  readonly title: string
  readonly subtitle?: ReactNode
  readonly children: ReactNode
  readonly note?: ReactNode
  /** If absent, the only button is one that closes the dialog. */
  readonly actions?: ReactNode
  readonly width?: number
  readonly onClose: () => void
  /** Runs on Enter in a field and on Ctrl+Enter anywhere in the dialog. */
  readonly onSubmit?: () => void
  /** The method that a submission calls. While it cannot be called, the dialog says why and cannot be submitted. */
  readonly does?: MethodName
}

/** Focuses the first field, or the last button whose action can be undone, rather than the close button. */
function focusFirst(event: Event): void {
  if (!(event.target instanceof HTMLElement)) return
  const target =
    event.target.querySelector<HTMLElement>(
      '.dialog > .scroll :is(input, select, textarea):not(:disabled):not([type="hidden"])',
    ) ?? [...event.target.querySelectorAll<HTMLElement>('footer .btn:not(.danger, :disabled)')].at(-1)
  if (target === undefined) return
  event.preventDefault()
  target.focus()
}

/** Esc in an editor leaves the editor; a second Esc closes the dialog, so that a single key does not lose the text. */
function leaveEditor(event: KeyboardEvent): void {
  const { target } = event
  if (!(target instanceof Element) || target.closest('.code-editor') === null) return
  event.preventDefault()
  target.closest('.dialog')?.querySelector<HTMLElement>('footer .btn[type="submit"]')?.focus()
}

/** A dialog that is open while it is mounted. Esc and a click outside close it. */
export function Dialog(props: DialogProps) {
  const { title, subtitle, children, note, width, onClose, onSubmit, does } = props
  const close = (
    <Button size="large" onClick={onClose}>
      Close
    </Button>
  )
  const refusal = useRefusal(does)
  const submit = (event: SyntheticEvent): void => {
    event.preventDefault()
    if (refusal === null) onSubmit?.()
  }
  const onKeyDown = (event: ReactKeyboardEvent): void => {
    if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey) || onSubmit === undefined) return
    // An editor in the dialog has already handled the key.
    if (event.defaultPrevented) return
    event.preventDefault()
    event.stopPropagation()
    if (refusal === null && !event.repeat) onSubmit()
  }
  return (
    <Primitive.Root
      open
      onOpenChange={(open) => {
        if (!open) onClose()
      }}
    >
      <Primitive.Portal>
        <div className="scrim">
          <Primitive.Content
            className="dialog-shell"
            aria-describedby={undefined}
            style={width === undefined ? undefined : { width: `min(${width}px, 100%)` }}
            onKeyDown={onKeyDown}
            onOpenAutoFocus={focusFirst}
            onEscapeKeyDown={leaveEditor}
          >
            <form className="dialog" noValidate onSubmit={submit}>
              <header>
                <div className="grow">
                  <Primitive.Title className="pane-title">{title}</Primitive.Title>
                  {subtitle === undefined ? null : <div className="row note">{subtitle}</div>}
                </div>
                <Button look="quiet" icon="close" aria-label="Close" onClick={onClose} />
              </header>
              <div className="scroll inset-focus">
                {children}
                {refusal === null ? null : (
                  <div className="dialog-pad">
                    <Notice tone="amber" live title={refusal} />
                  </div>
                )}
              </div>
              <footer className="row small">
                <div className="grow mid">{note}</div>
                <SubmitRefusal value={refusal}>{props.actions ?? close}</SubmitRefusal>
              </footer>
            </form>
          </Primitive.Content>
        </div>
      </Primitive.Portal>
    </Primitive.Root>
  )
}

interface DialogErrorProps {
  readonly refusal: Refusal | null
  readonly title?: string | undefined
}

export function DialogError({ refusal, title }: DialogErrorProps) {
  if (refusal === null) return null
  if (title === undefined) return <Notice tone="red" live title={refusal.message} />
  return <Failure title={title} error={refusal.message} />
}

interface SubmitActionsProps extends Omit<ComponentProps<typeof Button>, 'look' | 'size' | 'submit'> {
  readonly cancel?: string | undefined
  /** Whether the action cannot be undone. */
  readonly isFinal?: boolean | undefined
  readonly onCancel: () => void
}

/** The two buttons of a dialog with one action. The remaining properties go to the submit button. */
export function SubmitActions(props: SubmitActionsProps) {
  const { cancel = 'Cancel', isFinal = false, onCancel, ...submit } = props
  return (
    <>
      <Button size="large" onClick={onCancel}>
        {cancel}
      </Button>
      <Button {...submit} look={isFinal ? 'danger' : 'primary'} size="large" submit />
    </>
  )
}

interface ActionDialogProps
  extends Omit<DialogProps, 'actions'>, Pick<SubmitActionsProps, 'cancel' | 'isFinal' | 'keys'> {
  /** Makes the call of the action, in place of `onSubmit`; the dialog then closes, or says why it was refused. */
  readonly send?: () => Promise<unknown> | null
  /** The submission, if the dialog itself uses it too. */
  readonly sending?: ReturnType<typeof useSubmit>
  /** What failed, if Paybench's message does not say so. */
  readonly failed?: string
  readonly action: ReactNode
  readonly canSubmit?: boolean
}

/** A dialog with one action; above its fields it says why Paybench refused the action. */
export function ActionDialog(props: ActionDialogProps) {
  const { send, sending, failed, action, canSubmit = true, cancel, isFinal, keys, ...dialog } = props
  const ownSending = useSubmit()
  const { busy, refusal, submit } = sending ?? ownSending
  const onSubmit = (): void => {
    if (send === undefined) dialog.onSubmit?.()
    const call = canSubmit && !busy && send !== undefined ? send() : null
    if (call !== null) submit(() => call, dialog.onClose)
  }
  return (
    <Dialog
      width={460}
      {...dialog}
      onSubmit={onSubmit}
      actions={
        <SubmitActions
          cancel={cancel}
          isFinal={isFinal}
          onCancel={dialog.onClose}
          keys={keys}
          disabled={busy || !canSubmit}
        >
          {action}
        </SubmitActions>
      }
    >
      <div className="dialog-pad">
        <DialogError refusal={refusal} title={failed} />
        {props.children}
      </div>
    </Dialog>
  )
}

export function useSubmit() {
  const [busy, setBusy] = useState(false)
  const [refusal, setRefusal] = useState<Refusal | null>(null)
  return {
    busy,
    refusal,
    clear: (): void => setRefusal(null),
    forget: (fields: readonly string[]): void => setRefusal((before) => withoutFields(before, fields)),
    /** Runs the call; `onSuccess` runs only on success. Ignored while another call runs. */
    submit<Value>(call: () => Promise<Value>, onSuccess: (value: Value) => void): void {
      if (busy) return
      setBusy(true)
      setRefusal(null)
      call().then(
        (value) => {
          setBusy(false)
          onSuccess(value)
        },
        (error: unknown) => {
          setBusy(false)
          setRefusal(error instanceof BenchError ? error : { message: errorText(error), issues: [] })
        },
      )
    },
  }
}

type Refusal = Pick<BenchError, 'message' | 'issues'>

/** The refusal without the issues of these fields; null if no other issue is left. */
export function withoutFields(refusal: Refusal | null, fields: readonly string[]): Refusal | null {
  if (refusal === null) return null
  const issues = refusal.issues.filter(({ field }) => !fields.includes(field))
  if (issues.length === refusal.issues.length) return refusal
  return issues.length === 0 ? null : { message: issues.map(({ message }) => message).join(' '), issues }
}

export const issueOf = (refusal: Refusal | null, field: string): string | null =>
  refusal?.issues.find((issue) => issue.field === field)?.message ?? null
