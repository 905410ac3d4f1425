import { ActionDialog, useSubmit } from '#window/ui/Dialog.tsx'
import { useRef, useState } from 'react'
import type { CallbackDetail } from '#protocol/messages'
import { CommandButton, CommandItems, useCommandKeys } from '#window/commands/CommandControls.tsx'
import { Button } from '#window/ui/Button.tsx'
import { Menu } from '#window/ui/Menu.tsx'
import { useFocusKept } from '#window/ui/focus'
import { RETRY_COMMANDS } from './retry-commands'
import { useBench } from '#window/state/bench'
import { showToast } from '#window/state/toasts'
import { TextField } from '#window/ui/Field.tsx'
import type { CallbackId } from '#domain/ids'

export function RetryBar({ callback }: { readonly callback: CallbackDetail }) {
  const { id, actions } = callback
  const subject = { id, callback }
  useCommandKeys(RETRY_COMMANDS, subject)
  const bar = useRef<HTMLDivElement>(null)
  useFocusKept(bar, 'button')
  const allowed = RETRY_COMMANDS.filter(({ action }) => actions.includes(action))
  return (
    <div ref={bar} className="small bar wraps" role="group" aria-label="Schedule of this callback">
      {allowed.map((command) => (
        <CommandButton key={command.id} command={command} subject={subject} size="small" />
      ))}
      {allowed.length === 0 ? <span className="dim">An attempt is on its way.</span> : null}
      <span className="grow" />
      <Menu
        label="Schedule"
        align="end"
        trigger={<Button look="quiet" size="small" icon="more" aria-label="All schedule actions" />}
      >
        <CommandItems commands={RETRY_COMMANDS} subject={subject} />
      </Menu>
    </div>
  )
}

interface RetargetDialogProps {
  readonly id: CallbackId
  readonly present: string
  readonly onClose: () => void
}

export function RetargetDialog({ id, present, onClose }: RetargetDialogProps) {
  const bench = useBench()
  const [target, setTarget] = useState(present)
  const sending = useSubmit()
  const retarget = (): void =>
    sending.submit(
      () => bench.call('callbacks.retarget', { id, target: target.trim() }),
      (callback) => {
        showToast({ icon: 'swap', text: `The next attempt goes to ${callback.target ?? 'nowhere'}` })
        onClose()
      },
    )
  return (
    <ActionDialog
      title="Change the target"
      sending={sending}
      width={560}
      onClose={onClose}
      onSubmit={retarget}
      does="callbacks.retarget"
      note="Earlier attempts do not change."
      cancel="Close"
      canSubmit={target.trim() !== ''}
      action="Change target"
      keys="Ctrl Enter"
    >
      <TextField
        label="Target"
        help="Enter an absolute address that begins with http:// or https://."
        className="input mono"
        spellCheck={false}
        value={target}
        onText={(text) => {
          setTarget(text)
          sending.clear()
        }}
      />
    </ActionDialog>
  )
}
