import { useState } from 'react'
import { ActionDialog, useSubmit } from '#window/ui/Dialog.tsx'
import { useBench } from '#window/state/bench'
import { showToast } from '#window/state/toasts'
import { TextField } from '#window/ui/Field.tsx'
import type { DialogProps } from '#window/state/dialogs'

export function RetargetDialog({ id, present, onClose }: DialogProps<'retarget'>) {
  const bench = useBench()
  const [target, setTarget] = useState(present)
  const sending = useSubmit()
  const retarget = async (): Promise<void> => {
    const callback = await bench.call('callbacks.retarget', { id, target: target.trim() })
    showToast({ icon: 'swap', text: `The next attempt goes to ${callback.target ?? 'nowhere'}` })
  }
  return (
    <ActionDialog
      title="Change the target"
      sending={sending}
      width={560}
      onClose={onClose}
      send={retarget}
      does="callbacks.retarget"
      note="Earlier attempts do not change."
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
