import { useState } from 'react'
import type { SessionMode, SessionView } from '../../../../src-main/protocol/sessions'
import { useBench } from '../../state/bench'
import { reasonOf } from '../../state/toasts'
import { Button } from '../../ui/Button'
import { Dialog } from '../../ui/Dialog'
import { Notice } from '../../ui/Notice'
import { formatDateTime, parseTime } from '../../lib/time'
import { held } from './held'
import { openSession } from './session-work'

/** Asks whether a session shall be looked at or go on, and says what either means. */
export function OpenSessionDialog({
  session,
  onClose,
}: {
  readonly session: SessionView
  readonly onClose: () => void
}) {
  const bench = useBench()
  const [busy, setBusy] = useState(false)
  const [fault, setFault] = useState<string | null>(null)
  const open = (mode: SessionMode): void => {
    setBusy(true)
    openSession(bench, session, mode).then(onClose, (error: unknown) => {
      setBusy(false)
      setFault(reasonOf(error))
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
          <dt>Holds</dt>
          <dd>{held(session)}</dd>
          <dt>Exported</dt>
          <dd>
            {formatDateTime(parseTime(session.exportedAt))} UTC, with Paybench {session.version}
          </dd>
          <dt>Its clock</dt>
          <dd>{clock}</dd>
          <dt>Read-only</dt>
          <dd>Everything can be looked at and searched; nothing changes and nothing is sent.</dd>
          <dt>Live</dt>
          <dd>
            {session.hasSecrets
              ? `It goes on from its time: the clock stands at ${clock} until you let it run. What is due by then is sent at once, to the addresses in it.`
              : 'Not possible: the file came without the secrets of its projects.'}
          </dd>
        </dl>
        {session.wasLive ? (
          <Notice title="It went on here since.">
            It was opened live before, so it may differ from its file. Open the file again for the state in
            it.
          </Notice>
        ) : null}
        {fault === null ? null : (
          <Notice tone="red" live title="The session was not opened.">
            {fault}
          </Notice>
        )}
      </div>
    </Dialog>
  )
}
