import { Children, createContext, type ReactNode, useContext, useState } from 'react'
import type { MethodName, Params } from '#protocol/methods'
import type { ProjectView } from '#protocol/projects'
import { BenchError } from '#protocol/connection'
import { useBench } from '#window/state/bench'
import { closeToast, reasonOf, showToast, toastStore, UNDO } from '#window/state/toasts'
import { useRefusal } from '#window/state/refusal'
import { Notice } from '#window/ui/Notice.tsx'
import { wordsOf } from './setting-values'

export type ProjectChange = Omit<Params<'projects.update'>, 'projectId'>

/** A value that is saved as soon as it is set. */
export interface SettingProps<Value> {
  readonly label: string
  readonly help: ReactNode
  readonly error: string | null
  readonly value: Value
  readonly onSave: (value: Value) => void
}

/** The value of a setting. A new one is shown at once, so that the next change of a fast typist does not undo it. */
export function useShownValue<Value>({ value, error }: Pick<SettingProps<Value>, 'value' | 'error'>) {
  const [shown, setShown] = useState(value)
  const [known, setKnown] = useState({ value, error })
  // Paybench has confirmed a value, or refused it.
  if (known.value !== value || known.error !== error) {
    setKnown({ value, error })
    setShown(value)
  }
  return [shown, setShown] as const
}

interface ListSettingProps extends Pick<SettingProps<unknown>, 'label' | 'help' | 'error'> {
  readonly rows: readonly ReactNode[]
  /** The control that adds a row. */
  readonly children: ReactNode
}

/** A setting with several rows. */
export function ListSetting({ label, help, error, rows, children }: ListSettingProps) {
  return (
    <div className="field">
      <span className="field-label">{label}</span>
      <span className="help">{help}</span>
      {rows.length === 0 ? null : (
        <ol className="stack" aria-label={label}>
          {rows}
        </ol>
      )}
      {error === null ? null : <span className="bad">{error}</span>}
      {children}
    </div>
  )
}

function refusalOf(error: unknown): string {
  if (error instanceof BenchError && error.issues.length > 0) {
    return error.issues.map((issue) => issue.message).join(' ')
  }
  return reasonOf(error)
}

/** Saves values as soon as they are set, and offers an undo. */
export function useSave<Change>(send: (change: Change) => Promise<unknown>) {
  const [error, setError] = useState<string | null>(null)
  const put = (change: Change, toast: Parameters<typeof showToast>[0]): void => {
    send(change).then(
      () => {
        setError(null)
        // One toast for each setting. Its earlier changes can still be undone.
        for (const { id, text } of toastStore.getState().toasts) if (text === toast.text) closeToast(id)
        showToast(toast)
      },
      (error: unknown) => setError(refusalOf(error)),
    )
  }
  /** An undo saves `back`. */
  const save = (label: string, change: Change, back: Change): void => {
    const undo = (): void => put(back, { icon: 'undo', text: `${label} restored` })
    put(change, { icon: 'check', text: `${label} saved`, action: { label: UNDO, run: undo } })
  }
  return { error, save }
}

export function useProjectSave({ projectId }: ProjectView) {
  const bench = useBench()
  return useSave((change: ProjectChange) => bench.call('projects.update', { projectId, ...change }))
}

/** Values saved by the method `does`: they are read-only while it cannot be called. */
export function Changeable({ does, children }: { readonly does: MethodName; readonly children: ReactNode }) {
  const refusal = useRefusal(does)
  return (
    <fieldset className="changeable" disabled={refusal !== null}>
      {children}
    </fieldset>
  )
}

export function WhyUnchangeable({ does }: { readonly does: MethodName }) {
  const refusal = useRefusal(does)
  return refusal === null ? null : (
    <div>
      <Notice tone="amber" title={refusal} />
    </div>
  )
}

interface TitledProps {
  readonly title: string
  readonly note?: ReactNode
  readonly children: ReactNode
}

export function SettingsHead({ title, note, children }: TitledProps) {
  return (
    <header>
      <h2 className="pane-title">{title}</h2>
      <p className="mid">{children}</p>
      {note}
    </header>
  )
}

/** The text to search for in all settings. */
export const SettingsSearch = createContext('')

/** The settings of a group that contain every word of the search; nothing if there are none. */
export function SettingsGroup({ title, note, children }: TitledProps) {
  const searched = useContext(SettingsSearch).trim().toLowerCase().split(/\s+/)
  const found = Children.toArray(children).filter((setting) => {
    const words = `${title} ${wordsOf(setting)}`.toLowerCase()
    return searched.every((word) => words.includes(word))
  })
  if (found.length === 0) return null
  return (
    <section className="settings-group" aria-label={title}>
      <div>
        <h3 className="h-sec">{title}</h3>
        {note}
      </div>
      <div className="stack settings-fields">{found}</div>
    </section>
  )
}
