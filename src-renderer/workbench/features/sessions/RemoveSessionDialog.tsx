import type { SessionView } from '#protocol/sessions'
import { useBench } from '#window/state/bench'
import { forgetSessionDrafts } from '#window/state/preferences'
import { showToast } from '#window/state/toasts'
import { DialogError, SubmitActions } from '#window/ui/DialogParts.tsx'
import { Dialog } from '#window/ui/Dialog.tsx'
import { useSubmit } from '#window/ui/use-submit'
import { held } from './held'

/** Names what is removed before it is removed. The imported file is not touched. */
export function RemoveSessionDialog({
  session,
  onClose,
}: {
  readonly session: SessionView
  readonly onClose: () => void
}) {
  const bench = useBench()
  const { busy, refusal, submit } = useSubmit()
  const remove = (): void => {
    submit(
      () => bench.call('sessions.remove', { id: session.id }),
      () => {
        forgetSessionDrafts(session.id)
        showToast({ icon: 'trash', text: `Session "${session.name}" removed` })
        onClose()
      },
    )
  }
  return (
    <Dialog
      title={`Remove "${session.name}"?`}
      width={480}
      onClose={onClose}
      onSubmit={remove}
      does="sessions.remove"
      actions={
        <SubmitActions onCancel={onClose} disabled={busy}>
          Remove session
        </SubmitActions>
      }
    >
      <div className="dialog-pad">
        <dl className="kv">
          <dt>Removed</dt>
          <dd>
            this copy: {held(session)}
            {session.wasLive ? ', and what happened in it here' : ''}
          </dd>
          <dt>Kept</dt>
          <dd>the imported file and your own session</dd>
        </dl>
        <DialogError refusal={refusal} title="The session was not removed." />
      </div>
    </Dialog>
  )
}
