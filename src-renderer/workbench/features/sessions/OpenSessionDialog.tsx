import { useState } from 'react'
import type { SessionMode, SessionView } from '#protocol/sessions'
import { useBench } from '#window/state/bench'
import { reasonOf } from '#window/state/toasts'
import { Button } from '#window/ui/Button.tsx'
import { Dialog } from '#window/ui/Dialog.tsx'
import { Notice } from '#window/ui/Notice.tsx'
import { formatDateTime, parseTime } from '#window/lib/time'
import { held } from './held'
import { openSession } from './session-work'

/** Asks whether a session is opened read-only or continued, and explains both. */
export function OpenSessionDialog({
  session,
  onClose,
}: {
  readonly session: SessionView
  readonly onClose: () => void
}) {
  const bench = useBench()
  const [busy, setBusy] = useState(false)
  const [error, setError] = useState<string | null>(null)
  const open = (mode: SessionMode): void => {
    setBusy(true)
    openSession(bench, session, mode).then(onClose, (error: unknown) => {
      setBusy(false)
      setError(reasonOf(error))
    })
  }
  const clock = formatDateTime(parseTime(session.clock))
  return (
    <Dialog
      title="Open this session"
      subtitle={session.name}
      width={560}
      onClose={onClose}
      onSubmit={() => open('readOnly')}
      does="sessions.open"
      note="Your own session is kept."
      actions={
        <>
          <Button
            size="large"
            does="sessions.open"
            disabled={busy || !session.hasSecrets}
            onClick={() => open('live')}
          >
            Open live
          </Button>
          <Button look="primary" size="large" submit disabled={busy}>
            Open read-only
          </Button>
        </>
      }
    >
      <div className="dialog-pad">
        <dl className="kv">
          <dt>Contents</dt>
          <dd>{held(session)}</dd>
          <dt>Exported</dt>
          <dd>
            {formatDateTime(parseTime(session.exportedAt))} UTC, with Paybench {session.version}
          </dd>
          <dt>Clock</dt>
          <dd>{clock}</dd>
          <dt>Read-only</dt>
          <dd>You can view and search everything. Nothing changes and nothing is sent.</dd>
          <dt>Live</dt>
          <dd>
            {session.hasSecrets
              ? `It continues from its own time: the clock stays at ${clock} until you let it run. What is due by then is sent at once, to the addresses in the session.`
              : 'Not possible: the file does not contain the secrets of its projects. Ask for an export that includes them.'}
          </dd>
        </dl>
        {session.wasLive ? (
          <Notice title="It was continued here since.">
            It was opened live before, so it may differ from its file. To get the original state, open the
            file again.
          </Notice>
        ) : null}
        {error === null ? null : (
          <Notice tone="red" live title="The session was not opened.">
            {error}
          </Notice>
        )}
      </div>
    </Dialog>
  )
}
