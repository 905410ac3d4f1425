import { useState } from 'react'
import { isOfScenario } from '#protocol/scenarios'
import { useBench } from '#window/state/bench'
import { useCurrentProject, useInfo, useProjects } from '#window/state/info'
import { setPlace } from '#window/state/preferences'
import { showToast } from '#window/state/toasts'
import { Choice } from '#window/ui/Field.tsx'
import { Dialog, DialogError, SubmitActions, useSubmit } from '#window/ui/Dialog.tsx'
import { Notice } from '#window/ui/Notice.tsx'
import { formatCount } from '#window/lib/time'

/** Names what is removed and what stays before it is removed: this cannot be undone. */
export function ResetDialog({ onClose }: { readonly onClose: () => void }) {
  const bench = useBench()
  const counters = useInfo((state) => state.info?.counters)
  const projects = useProjects()
  const current = useCurrentProject()
  const [withScenarios, setWithScenarios] = useState(false)
  const [onlyCurrent, setOnlyCurrent] = useState(false)
  const only = onlyCurrent && projects.length > 1 ? current : null
  const { busy, refusal, submit } = useSubmit()
  const reset = (): void => {
    submit(
      () =>
        bench.call(
          'bench.reset',
          only !== null ? { projectId: only.projectId } : withScenarios ? { scenarioProjects: true } : {},
        ),
      () => {
        setPlace('payments', { query: '' })
        setPlace('callbacks', { query: '' })
        setPlace('traffic', { query: '' })
        showToast({ icon: 'trash', text: only === null ? 'The bench is empty' : `${only.name} is empty` })
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
          {only === null
            ? `Remove ${formatCount(counters.payments)} ${counters.payments === 1 ? 'payment' : 'payments'}`
            : 'Remove the payments of the project'}
        </SubmitActions>
      }
    >
      <div className="dialog-pad">
        {projects.length > 1 && current !== null ? (
          <Choice
            label="What is removed"
            value={onlyCurrent ? 'current' : 'everything'}
            options={[
              { value: 'everything', label: 'Everything' },
              { value: 'current', label: `Only ${current.name}` },
            ]}
            onChange={(value) => setOnlyCurrent(value === 'current')}
          />
        ) : null}
        {only === null ? null : (
          <p>
            The payments, callbacks, recorded requests, timers, pending deliveries and saved cards of{' '}
            {only.name} ({only.projectId}) are removed. Requests that belong to no project, orders of the demo
            shop, and everything of other projects stay.
          </p>
        )}
        <dl className="kv" hidden={only !== null}>
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
        {ofScenarios === 0 || only !== null ? null : (
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
