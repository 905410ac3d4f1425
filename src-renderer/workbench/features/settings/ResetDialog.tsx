import { useState } from 'react'
import { useBench } from '../../state/bench'
import { useInfo } from '../../state/info'
import { setPlace } from '../../state/preferences'
import { reasonOf, showToast } from '../../state/toasts'
import { Button } from '../../ui/Button'
import { Dialog } from '../../ui/Dialog'
import { Notice } from '../../ui/Notice'
import { formatCount } from '../../lib/time'

/** Names what is removed and what stays before it is removed: this cannot be undone. */
export function ResetDialog({ onClose }: { readonly onClose: () => void }) {
  const bench = useBench()
  const counters = useInfo((state) => state.info?.counters)
  const projects = useInfo((state) => state.info?.projects.length ?? 0)
  const [busy, setBusy] = useState(false)
  const [error, setError] = useState<string | null>(null)
  const reset = (): void => {
    setBusy(true)
    bench.call('bench.reset', {}).then(
      () => {
        setPlace('payments', { query: '' })
        setPlace('callbacks', { query: '' })
        setPlace('traffic', { query: '' })
        showToast({ icon: 'trash', text: 'The bench is empty' })
        onClose()
      },
      (error: unknown) => {
        setBusy(false)
        setError(reasonOf(error))
      },
    )
  }
  if (counters === undefined) return null
  const exchanges = counters.captures + counters.exchanges
  return (
    <Dialog
      title="Reset the bench?"
      width={480}
      onClose={onClose}
      onSubmit={reset}
      does="bench.reset"
      actions={
        <>
          <Button size="large" onClick={onClose}>
            Cancel
          </Button>
          <Button look="primary" size="large" submit disabled={busy}>
            Remove {formatCount(counters.payments)} {counters.payments === 1 ? 'payment' : 'payments'}
          </Button>
        </>
      }
    >
      <div className="dialog-pad">
        <dl className="kv">
          <dt>Removed</dt>
          <dd>
            {formatCount(counters.payments)} payments, {formatCount(counters.callbacks)} callbacks,{' '}
            {formatCount(exchanges)} recorded requests, all timers and pending deliveries
          </dd>
          <dt>Kept</dt>
          <dd>
            {projects === 1 ? 'the project' : `${projects} projects`} with secrets and switches, and the
            settings
          </dd>
        </dl>
        <Notice tone="amber" title="This cannot be undone." />
        {error === null ? null : (
          <Notice tone="red" live title="The bench was not reset.">
            {error}
          </Notice>
        )}
      </div>
    </Dialog>
  )
}
