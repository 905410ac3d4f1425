import { useId, useState } from 'react'
import { useBench } from '#window/state/bench'
import { useInfo } from '#window/state/info'
import { Dialog, DialogError, SubmitActions, useSubmit } from '#window/ui/Dialog.tsx'
import { formatCount, formatDateTime, parseTime } from '#window/lib/time'
import { exportSession, held, openSession } from './session-work'
import type { SessionMode, SessionView } from '#protocol/sessions'
import { reasonOf, showToast } from '#window/state/toasts'
import { Button } from '#window/ui/Button.tsx'
import { Notice } from '#window/ui/Notice.tsx'
import { forgetSessionDrafts } from '#window/state/preferences'

/** Says what goes into the file and asks about the secrets. */
export function ExportSessionDialog({ onClose }: { readonly onClose: () => void }) {
  const bench = useBench()
  const counters = useInfo((state) => state.info?.counters)
  const session = useInfo((state) => state.info?.session)
  const hasSecrets = session?.kind !== 'imported' || session.hasSecrets
  const [includeSecrets, setIncludeSecrets] = useState(false)
  const id = useId()
  const start = (): void => {
    void exportSession(bench, includeSecrets)
    onClose()
  }
  if (counters === undefined) return null
  return (
    <Dialog
      title="Export this session"
      width={520}
      onClose={onClose}
      onSubmit={start}
      does="sessions.export"
      actions={
        <SubmitActions onCancel={onClose}>
          Export {formatCount(counters.payments)} {counters.payments === 1 ? 'payment' : 'payments'}
        </SubmitActions>
      }
    >
      <div className="dialog-pad">
        <dl className="kv">
          <dt>In the file</dt>
          <dd>
            {formatCount(counters.payments)} payments, {formatCount(counters.callbacks)} callbacks,{' '}
            {formatCount(counters.captures + counters.exchanges)} recorded requests, the clock, projects with
            their switches, and rules
          </dd>
          <dt>Not in it</dt>
          <dd>card numbers and codes of payments: they are masked before they are stored</dd>
        </dl>
        <div className="field">
          <label className="check">
            <input
              type="checkbox"
              checked={includeSecrets}
              disabled={!hasSecrets}
              aria-describedby={`${id}-help`}
              onChange={(event) => setIncludeSecrets(event.target.checked)}
            />
            Include the secrets of the projects
          </label>
          <span className="help" id={`${id}-help`}>
            {hasSecrets
              ? 'Without them the file can only be viewed: the session does not go on elsewhere, and signatures of callbacks are not checked again. With them, anyone who has the file can sign as these projects.'
              : 'This session was imported without them.'}
          </span>
        </div>
      </div>
    </Dialog>
  )
}

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
