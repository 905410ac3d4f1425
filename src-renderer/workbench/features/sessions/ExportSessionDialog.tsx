import { useId, useState } from 'react'
import { useBench } from '#window/state/bench'
import { useInfo } from '#window/state/info'
import { SubmitActions } from '#window/ui/DialogParts.tsx'
import { Dialog } from '#window/ui/Dialog.tsx'
import { formatCount } from '#window/lib/figures'
import { exportSession } from './session-work'

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
            their switches, rules and drafts
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
