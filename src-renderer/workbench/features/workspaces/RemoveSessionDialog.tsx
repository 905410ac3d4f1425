import { useState } from 'react'
import type { WorkspaceView } from '../../../../src-main/protocol/workspaces'
import { useBench } from '../../state/bench'
import { forgetSessionDrafts } from '../../state/preferences'
import { reasonOf, showToast } from '../../state/toasts'
import { Button } from '../../ui/Button'
import { Dialog } from '../../ui/Dialog'
import { Notice } from '../../ui/Notice'
import { held } from './held'

/** Names what is removed before it is removed. The imported file is not touched. */
export function RemoveSessionDialog({
  session,
  onClose,
}: {
  readonly session: WorkspaceView
  readonly onClose: () => void
}) {
  const bench = useBench()
  const [busy, setBusy] = useState(false)
  const [error, setError] = useState<string | null>(null)
  const remove = (): void => {
    setBusy(true)
    bench.call('sessions.remove', { id: session.id }).then(
      () => {
        forgetSessionDrafts(session.id)
        showToast({ icon: 'trash', text: `Session "${session.name}" removed` })
        onClose()
      },
      (error: unknown) => {
        setBusy(false)
        setError(reasonOf(error))
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
        <>
          <Button size="large" onClick={onClose}>
            Cancel
          </Button>
          <Button look="primary" size="large" submit disabled={busy}>
            Remove session
          </Button>
        </>
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
        {error === null ? null : (
          <Notice tone="red" live title="The session was not removed.">
            {error}
          </Notice>
        )}
      </div>
    </Dialog>
  )
}
