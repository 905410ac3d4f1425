import { Dialog as Primitive } from 'radix-ui'
import type { CSSProperties, KeyboardEvent as ReactKeyboardEvent, ReactNode, SyntheticEvent } from 'react'
import type { MethodName } from '#protocol/methods'
import { useRefusal } from '#window/state/refusal'
import { Button, SubmitRefusal } from './Button'
import { Notice } from './Notice'

interface DialogProps {
  readonly title: string
  /** Beside or under the title: what the dialog is about. */
  readonly subtitle?: ReactNode
  readonly children: ReactNode
  /** Left part of the foot: what will happen. */
  readonly note?: ReactNode
  /** Buttons of the foot, the primary one last. */
  readonly actions: ReactNode
  /** Preferred width in pixels. */
  readonly width?: number
  readonly onClose: () => void
  /** Runs on Enter in a field and on Ctrl+Enter anywhere in the dialog. */
  readonly onSubmit?: () => void
  /** What submitting calls. Where that cannot be called now, the dialog says why and does nothing. */
  readonly does?: MethodName
}

/** The first field of the dialog, else its last button: not the close button, which is first in the page. */
function focusFirst(event: Event): void {
  if (!(event.target instanceof HTMLElement)) return
  const target =
    event.target.querySelector<HTMLElement>(
      '.dialog-body :is(input, select, textarea):not(:disabled):not([type="hidden"])',
    ) ?? event.target.querySelector<HTMLElement>('footer .btn:last-of-type:not(:disabled)')
  if (target === null) return
  event.preventDefault()
  target.focus()
}

/** Esc in an editor leaves the editor; a second Esc closes the dialog, so that one key does not lose the text. */
function leaveEditor(event: KeyboardEvent): void {
  const { target } = event
  if (!(target instanceof Element) || target.closest('.code-editor') === null) return
  event.preventDefault()
  target.closest('.dialog')?.querySelector<HTMLElement>('footer .btn.primary')?.focus()
}

/**
 * A dialog that is open as long as it is mounted. Esc and a press outside close it.
 * The page behind is not scrolled away: nothing of it scrolls as a whole.
 */
export function Dialog({
  title,
  subtitle,
  children,
  note,
  actions,
  width,
  onClose,
  onSubmit,
  does,
}: DialogProps) {
  const refusal = useRefusal(does)
  const style: CSSProperties = width === undefined ? {} : { width: `min(${width}px, 100%)` }
  const submit = (event: SyntheticEvent): void => {
    event.preventDefault()
    if (refusal === null) onSubmit?.()
  }
  const onKeyDown = (event: ReactKeyboardEvent): void => {
    if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey) || onSubmit === undefined) return
    // An editor in the dialog has handled the key already.
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
            style={style}
            onKeyDown={onKeyDown}
            onOpenAutoFocus={focusFirst}
            onEscapeKeyDown={leaveEditor}
          >
            <form className="dialog" noValidate onSubmit={submit}>
              <header>
                <div className="grow">
                  <Primitive.Title className="pane-title">{title}</Primitive.Title>
                  {subtitle === undefined ? null : <div className="dialog-subtitle">{subtitle}</div>}
                </div>
                <Button look="quiet" icon="close" aria-label="Close" onClick={onClose} />
              </header>
              <div className="dialog-body scroll">
                {children}
                {refusal === null ? null : (
                  <div className="dialog-pad">
                    <Notice tone="amber" live title={refusal} />
                  </div>
                )}
              </div>
              <footer>
                <div className="grow mid">{note}</div>
                <SubmitRefusal value={refusal}>{actions}</SubmitRefusal>
              </footer>
            </form>
          </Primitive.Content>
        </div>
      </Primitive.Portal>
    </Primitive.Root>
  )
}
