import { type ReactNode, useId, useState } from 'react'
import type { ProjectView } from '#protocol/projects'
import { useBench } from '#window/state/bench'
import { holdPayments } from '#window/features/settings/settings-commands'
import { Button } from '#window/ui/Button.tsx'
import { Select } from '#window/ui/Field.tsx'
import { parametersOf, type PreviewDraft, readParameters, rowsOf, SAMPLE_CSS } from './draft'
import { usePreview, setDraft } from './preview-store'

interface FormPartProps {
  readonly title: string
  readonly note: ReactNode
  readonly action?: ReactNode
  readonly children: ReactNode
}

export function FormPart({ title, note, action, children }: FormPartProps) {
  return (
    <section aria-label={title}>
      <div className="section-head">
        <h2 className="fix">{title}</h2>
        <span className="note clip">{note}</span>
        <span className="grow" />
        {action}
      </div>
      <div className="stack pad">{children}</div>
    </section>
  )
}

/** Styles of the merchant's page, which affect only the modal's frame and backdrop (contract 7.1). */
export function StylesBox({ draft: { mode, css } }: { readonly draft: PreviewDraft }) {
  const id = useId()
  const isModal = mode === 'modal'
  return (
    <FormPart
      title="Styles"
      note="modal only"
      action={
        isModal && css === '' ? (
          <Button look="quiet" size="small" onClick={() => setDraft({ css: SAMPLE_CSS })}>
            Example
          </Button>
        ) : null
      }
    >
      {isModal ? (
        <textarea
          className="input mono"
          aria-label="CSS of the modal"
          aria-describedby={id}
          rows={5}
          spellCheck={false}
          placeholder=".ep-modal-wrap { … }"
          value={css}
          onChange={(event) => setDraft({ css: event.target.value })}
        />
      ) : null}
      <p id={id} className="help dim">
        {isModal
          ? 'The modal’s container and frame belong to the shop’s page.'
          : 'Only a modal has parts that belong to the shop’s page.'}{' '}
        The form comes from another origin, so the shop’s styles do not reach it.
      </p>
    </FormPart>
  )
}

const RESULTS = [
  { value: 'resolve', label: 'resolve: the form pays' },
  { value: 'reject', label: 'reject: the form stays open' },
  { value: 'none', label: 'no handler: the form waits, then rejects' },
] as const

/** What the shop's `onCheckSubmit` does in the embedded form (contract 8.9). */
export function CheckSubmitBox({ draft }: { readonly draft: PreviewDraft }) {
  if (draft.mode !== 'embedded') return null
  return (
    <FormPart title="onCheckSubmit" note="embedded only">
      <Select
        label="Result of onCheckSubmit"
        value={draft.checkSubmit}
        options={RESULTS}
        onChange={(checkSubmit) => setDraft({ checkSubmit })}
      />
    </FormPart>
  )
}

/** Holding payments in processing leaves time to request clarification while the form is open. */
export function HoldBox({ project }: { readonly project: ProjectView | null }) {
  const bench = useBench()
  if (project === null) return null
  const { projectId, switches } = project
  const isHeld = switches.outcome.mode === 'hold'
  return (
    <FormPart
      title="Clarification"
      note={isHeld ? 'held' : 'not held'}
      action={
        <Button size="small" does="projects.update" onClick={() => holdPayments(bench, projectId, !isHeld)}>
          {isHeld ? 'Let the card decide' : 'Hold payments'}
        </Button>
      }
    >
      <p className="help dim">
        {isHeld
          ? 'New payments of this project stay in processing until you decide, so you can request clarification while the form waits.'
          : 'To request clarification while the form is open, hold the project’s payments in processing first.'}
      </p>
    </FormPart>
  )
}

export function JsonEditor() {
  const id = useId()
  const [text, setText] = useState(() => {
    const { rows } = usePreview.getState().draft
    return JSON.stringify(parametersOf(rows), null, 2)
  })
  const read = readParameters(text)
  const error = 'error' in read ? read.error : null
  const change = (next: string): void => {
    setText(next)
    const given = readParameters(next)
    if ('parameters' in given) setDraft({ rows: rowsOf(given.parameters) })
  }
  return (
    <section className="stack pad" aria-label="Parameters as JSON">
      <textarea
        className="input mono"
        aria-label="JSON"
        aria-invalid={error !== null}
        aria-describedby={id}
        rows={18}
        wrap="off"
        spellCheck={false}
        autoComplete="off"
        value={text}
        onChange={(event) => change(event.target.value)}
      />
      <p id={id} className={error === null ? 'help' : 'bad'} role="status">
        {error === null
          ? 'Numbers, strings, true and false. Write nested values as JSON in a string.'
          : `${error} The form still uses the last valid JSON.`}
      </p>
    </section>
  )
}
