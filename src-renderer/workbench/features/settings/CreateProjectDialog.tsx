import { useState } from 'react'
import { useBench } from '#window/state/bench'
import { setPreferences } from '#window/state/preferences'
import { reasonOf, showToast } from '#window/state/toasts'
import { Dialog, SubmitActions } from '#window/ui/Dialog.tsx'
import { Field } from '#window/ui/Field.tsx'
import { Notice } from '#window/ui/Notice.tsx'
import { checkName, checkProjectId, checkSecret, checkUrl } from './checks'

const EMPTY = { name: '', projectId: '', secret: '', callbackUrl: '' }

type Form = typeof EMPTY

const FIELDS: readonly (keyof Form)[] = ['name', 'projectId', 'secret', 'callbackUrl']

/** Invalid values, by field. Everything but the name may stay empty. */
function errorsOf(form: Form): Partial<Record<keyof Form, string | null>> {
  return {
    name: checkName(form.name),
    projectId: form.projectId === '' ? null : checkProjectId(form.projectId),
    secret: form.secret === '' ? null : checkSecret(form.secret),
    callbackUrl: checkUrl(form.callbackUrl),
  }
}

/** A further project. The bench generates what is left empty. */
export function CreateProjectDialog({ onClose }: { readonly onClose: () => void }) {
  const bench = useBench()
  const [form, setForm] = useState(EMPTY)
  const [wrong, setWrong] = useState<ReadonlySet<keyof Form>>(new Set())
  const [error, setError] = useState<string | null>(null)
  const errors = errorsOf(form)
  const create = (): void => {
    setWrong(new Set(FIELDS.filter((key) => (errors[key] ?? null) !== null)))
    setError(null)
    if (Object.values(errors).some((one) => one !== null)) return
    const { name, projectId, secret, callbackUrl } = form
    bench
      .call('projects.create', {
        name: name.trim(),
        ...(projectId === '' ? {} : { projectId: Number(projectId) }),
        ...(secret === '' ? {} : { secret }),
        ...(callbackUrl.trim() === '' ? {} : { callbackUrl: callbackUrl.trim() }),
      })
      .then(
        (project) => {
          showToast({ icon: 'check', text: `Project "${project.name}" created` })
          setPreferences({ projectId: project.projectId, settings: String(project.projectId) })
          onClose()
        },
        (error: unknown) => setError(reasonOf(error)),
      )
  }
  const text = (key: keyof Form, label: string, help: string, mono = true) => (
    <Field label={label} help={help} error={wrong.has(key) ? errors[key] : null}>
      {(control) => (
        <input
          {...control}
          className={mono ? 'input mono' : 'input'}
          autoComplete="off"
          spellCheck={false}
          value={form[key]}
          onChange={(event) => {
            setForm({ ...form, [key]: event.target.value })
            setWrong((before) => new Set([...before].filter((name) => name !== key)))
            setError(null)
          }}
        />
      )}
    </Field>
  )
  return (
    <Dialog
      title="New project"
      width={480}
      onClose={onClose}
      onSubmit={create}
      does="projects.create"
      actions={<SubmitActions onCancel={onClose}>Create project</SubmitActions>}
    >
      <div className="dialog-pad">
        {text('name', 'Name', 'Your name for the project.', false)}
        {text('projectId', 'Project id', 'Empty: the next free number.')}
        {text('secret', 'Secret', 'Empty: a random one.')}
        {text('callbackUrl', 'Callback address', 'Empty: the capture server.')}
        {error === null ? null : (
          <Notice tone="red" live title="The project was not created.">
            {error}
          </Notice>
        )}
      </div>
    </Dialog>
  )
}
