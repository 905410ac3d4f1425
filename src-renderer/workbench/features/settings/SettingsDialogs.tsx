import { useState } from 'react'
import { useBench } from '#window/state/bench'
import { useClock } from '#window/state/clock'
import { type DialogProps, openDialog } from '#window/state/dialogs'
import { setPlace, setPreferences } from '#window/state/preferences'
import { showToast } from '#window/state/toasts'
import { Button } from '#window/ui/Button.tsx'
import { ActionDialog } from '#window/ui/Dialog.tsx'
import { Check, Choice, TextField } from '#window/ui/Field.tsx'
import { Notice } from '#window/ui/Notice.tsx'
import { checkName, checkProjectId, checkSecret, checkUrl } from './setting-values'
import { isOfScenario } from '#protocol/scenarios'
import { useCurrentProject, useInfo, useProjects } from '#window/state/info'
import { counted, formatCount } from '#lib/words'
import { formatOffset, parseTime } from '#window/lib/time'
import { KeyValues } from '#window/ui/Table.tsx'

const EMPTY = { name: '', projectId: '', secret: '', callbackUrl: '' }

/** Paybench fills in what is left empty, except the name. */
export function CreateProjectDialog({ onClose }: DialogProps<'createProject'>) {
  const bench = useBench()
  const [form, setForm] = useState(EMPTY)
  const [isTried, setTried] = useState(false)
  const errors = {
    name: checkName(form.name),
    projectId: form.projectId === '' ? null : checkProjectId(form.projectId),
    secret: form.secret === '' ? null : checkSecret(form.secret),
    callbackUrl: checkUrl(form.callbackUrl),
  }
  const create = async (): Promise<void> => {
    const { name, projectId, secret, callbackUrl } = form
    const project = await bench.call('projects.create', {
      name: name.trim(),
      ...(projectId === '' ? {} : { projectId: Number(projectId) }),
      ...(secret === '' ? {} : { secret }),
      ...(callbackUrl.trim() === '' ? {} : { callbackUrl: callbackUrl.trim() }),
    })
    showToast({ icon: 'check', text: `Project "${project.name}" created` })
    setPreferences({ projectId: project.projectId, settings: String(project.projectId) })
  }
  const text = (key: keyof typeof EMPTY, label: string, help: string, mono = true) => (
    <TextField
      label={label}
      help={help}
      error={isTried ? errors[key] : null}
      className={mono ? 'input mono' : 'input'}
      spellCheck={false}
      value={form[key]}
      onText={(value) => setForm({ ...form, [key]: value })}
    />
  )
  return (
    <ActionDialog
      title="New project"
      failed="The project was not created."
      onClose={onClose}
      send={() => {
        setTried(true)
        return Object.values(errors).some((one) => one !== null) ? null : create()
      }}
      does="projects.create"
      action="Create project"
    >
      {text('name', 'Name', 'On the form, customers see it as the name of the shop.', false)}
      {text('projectId', 'Project id', 'Leave empty for the next free number.')}
      {text('secret', 'Secret', 'Leave empty for a random one.')}
      {text('callbackUrl', 'Callback address', 'Leave empty for the capture server.')}
    </ActionDialog>
  )
}

export function ResetDialog({ onClose }: DialogProps<'resetBench'>) {
  const bench = useBench()
  const counters = useInfo((state) => state.info?.counters)
  const clock = useClock()
  const projects = useProjects()
  const current = useCurrentProject()
  const [withScenarios, setWithScenarios] = useState(false)
  const [onlyCurrent, setOnlyCurrent] = useState(false)
  const only = onlyCurrent && projects.length > 1 ? current : null
  const reset = async (): Promise<void> => {
    await bench.call(
      'bench.reset',
      only !== null ? { projectId: only.projectId } : withScenarios ? { scenarioProjects: true } : {},
    )
    for (const page of ['payments', 'callbacks', 'traffic'] as const) setPlace(page, { query: '' })
    showToast({ icon: 'trash', text: only === null ? 'The bench is empty' : `${only.name} is empty` })
  }
  if (counters === undefined) return null
  const exchanges = counters.captures + counters.exchanges
  const ofScenarios = projects.filter(isOfScenario).length
  const offset = clock === null ? '' : formatOffset(parseTime(clock.now) - parseTime(clock.wallNow))
  const kept = projects.length - (withScenarios ? ofScenarios : 0)
  return (
    <ActionDialog
      title={only === null ? 'Reset the bench?' : `Reset ${only.name}?`}
      failed="The bench was not reset."
      onClose={onClose}
      send={reset}
      does="bench.reset"
      isFinal
      action={
        only === null
          ? `Reset and remove ${counted(counters.payments, 'payment')}`
          : 'Reset and remove its payments'
      }
    >
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
      {only === null ? (
        <KeyValues
          of={[
            [
              'Removed',
              `${counted(counters.payments, 'payment')}, ${counted(counters.callbacks, 'callback')}, ${counted(exchanges, 'recorded request')}, all timers, pending deliveries and saved cards, and the orders of the demo shop`,
            ],
            [
              'Kept',
              `${counted(kept, 'project')} with secrets and switches, fault and response rules, ${offset === '' ? '' : `the clock’s offset of ${offset}, `}and the settings`,
            ],
          ]}
        />
      ) : (
        <p>
          The payments, callbacks, recorded requests, timers, pending deliveries and saved cards of{' '}
          {only.name} ({only.projectId}) are removed. Requests that belong to no project, orders of the demo
          shop, and everything in other projects stay.
        </p>
      )}
      {ofScenarios === 0 || only !== null ? null : (
        <Check checked={withScenarios} onChange={setWithScenarios}>
          Also remove the projects that scenario runs made ({formatCount(ofScenarios)})
        </Check>
      )}
      <Notice
        tone="amber"
        title="This cannot be undone."
        action={
          <Button size="small" onClick={() => openDialog({ kind: 'exportSession' })}>
            Save the session to a file…
          </Button>
        }
      />
    </ActionDialog>
  )
}
