import { useState } from 'react'
import { isOfScenario } from '../../../../src-main/protocol/scenarios'
import { useBench } from '../../state/bench'
import { useInfo, useProjects } from '../../state/info'
import { setPlace } from '../../state/preferences'
import { showToast } from '../../state/toasts'
import { DialogError, SubmitActions } from '../../ui/DialogParts'
import { Dialog } from '../../ui/Dialog'
import { useSubmit } from '../../ui/use-submit'
import { Notice } from '../../ui/Notice'
import { formatCount } from '../../lib/figures'

/** Names what is removed and what stays before it is removed: this cannot be undone. */
export function ResetDialog({ onClose }: { readonly onClose: () => void }) {
  const bench = useBench()
  const counters = useInfo((state) => state.info?.counters)
  const projects = useProjects()
  const [withScenarios, setWithScenarios] = useState(false)
  const { busy, refusal, submit } = useSubmit()
  const reset = (): void => {
    submit(
      () => bench.call('bench.reset', withScenarios ? { scenarioProjects: true } : {}),
      () => {
        setPlace('payments', { query: '' })
        setPlace('callbacks', { query: '' })
        setPlace('traffic', { query: '' })
        showToast({ icon: 'trash', text: 'The bench is empty' })
        onClose()
      },
    )
  }
  if (counters === undefined) return null
  const exchanges = counters.captures + counters.exchanges
  const ofScenarios = projects.filter(isOfScenario).length
  const kept = projects.length - (withScenarios ? ofScenarios : 0)
  return (
    <Dialog
      title="Reset the bench?"
      width={480}
      onClose={onClose}
      onSubmit={reset}
      does="bench.reset"
      actions={
        <SubmitActions onCancel={onClose} disabled={busy}>
          Remove {formatCount(counters.payments)} {counters.payments === 1 ? 'payment' : 'payments'}
        </SubmitActions>
      }
    >
      <div className="dialog-pad">
        <dl className="kv">
          <dt>Removed</dt>
          <dd>
            {formatCount(counters.payments)} payments, {formatCount(counters.callbacks)} callbacks,{' '}
            {formatCount(exchanges)} recorded requests, all timers and pending deliveries, and the orders of
            the demo shop
          </dd>
          <dt>Kept</dt>
          <dd>
            {kept === 1 ? 'the project' : `${formatCount(kept)} projects`} with secrets and switches, and the
            settings
          </dd>
        </dl>
        {ofScenarios === 0 ? null : (
          <label className="check">
            <input
              type="checkbox"
              checked={withScenarios}
              onChange={(event) => setWithScenarios(event.target.checked)}
            />
            <span>Also remove the projects that scenario runs made ({formatCount(ofScenarios)})</span>
          </label>
        )}
        <Notice tone="amber" title="This cannot be undone." />
        <DialogError refusal={refusal} title="The bench was not reset." />
      </div>
    </Dialog>
  )
}
