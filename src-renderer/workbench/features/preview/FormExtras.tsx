import { useId, useState } from 'react'
import type { FormParameters, ProjectView } from '#protocol/projects'
import { useBench } from '#window/state/bench'
import { showFailure, showToast } from '#window/state/toasts'
import { Button } from '#window/ui/Button.tsx'
import { Select } from '#window/ui/Field.tsx'
import { type PreviewDraft, readParameters, SAMPLE_CSS } from './draft'
import { setDraft } from './preview-store'

/** Styles of the merchant's page, which reach the modal's frame and backdrop and nothing else (contract 7.1). */
export function StylesBox({ draft }: { readonly draft: PreviewDraft }) {
  const id = useId()
  const { mode, css } = draft
  return (
    <section aria-labelledby={`${id}-head`}>
      <div className="section-head">
        <h2 id={`${id}-head`}>Styles</h2>
        <span className="note clip">modal only</span>
        <span className="grow" />
        {mode === 'modal' && css === '' ? (
          <Button look="quiet" size="small" onClick={() => setDraft({ css: SAMPLE_CSS })}>
            Example
          </Button>
        ) : null}
      </div>
      <div className="stack pad">
        {mode === 'modal' ? (
          <textarea
            className="input mono"
            aria-label="CSS of the modal"
            aria-describedby={`${id}-why`}
            rows={5}
            spellCheck={false}
            placeholder=".ep-modal-wrap { … }"
            value={css}
            onChange={(event) => setDraft({ css: event.target.value })}
          />
        ) : null}
        <p id={`${id}-why`} className="help dim">
          {mode === 'modal'
            ? 'The modal’s container and frame belong to the shop’s page. The form inside comes from another origin, so the shop’s styles do not reach it.'
            : `In ${mode} mode only the form is shown. It comes from another origin, so the shop’s styles do not reach it.`}
        </p>
      </div>
    </section>
  )
}

const ANSWERS = [
  { value: 'resolve', label: 'resolve: the form pays' },
  { value: 'reject', label: 'reject: the form stays open' },
  { value: 'none', label: 'no handler: the form waits, then rejects' },
] as const

/** How the shop answers `onCheckSubmit` of the embedded form (contract 8.9). */
export function CheckSubmitBox({ draft }: { readonly draft: PreviewDraft }) {
  const id = useId()
  if (draft.mode !== 'embedded') return null
  return (
    <section aria-labelledby={`${id}-head`}>
      <div className="section-head">
        <h2 id={`${id}-head`}>onCheckSubmit</h2>
        <span className="note clip">embedded only</span>
      </div>
      <div className="stack pad">
        <Select
          label="Result of onCheckSubmit"
          value={draft.checkSubmit}
          options={ANSWERS}
          onChange={(checkSubmit) => setDraft({ checkSubmit })}
        />
      </div>
    </section>
  )
}

/** Holding payments in processing leaves time to ask for a clarification while the form is open. */
export function HoldBox({ project }: { readonly project: ProjectView | null }) {
  const bench = useBench()
  const id = useId()
  if (project === null) return null
  const { projectId, switches } = project
  const held = switches.outcome.mode === 'hold'
  const set = (outcome: ProjectView['switches']['outcome'], done: string): void => {
    const before = switches.outcome
    bench.call('projects.update', { projectId, switches: { outcome } }).then(
      () =>
        showToast({
          icon: 'check',
          text: done,
          action: {
            label: 'Undo',
            run: () => {
              bench.call('projects.update', { projectId, switches: { outcome: before } }).catch(showFailure)
            },
          },
        }),
      showFailure,
    )
  }
  return (
    <section aria-labelledby={`${id}-head`}>
      <div className="section-head">
        <h2 id={`${id}-head`}>Clarification</h2>
        <span className="note clip">{held ? 'payments are held' : 'not held'}</span>
        <span className="grow" />
        {held ? (
          <Button
            size="small"
            does="projects.update"
            onClick={() => set({ mode: 'card' }, 'The card number decides again')}
          >
            Let the card decide
          </Button>
        ) : (
          <Button
            size="small"
            icon="state-held"
            does="projects.update"
            onClick={() => set({ mode: 'hold' }, 'New payments are held in processing')}
          >
            Hold payments
          </Button>
        )}
      </div>
      <div className="stack pad">
        <p className="help dim">
          {held
            ? 'New payments of this project stay in processing until you decide, so you can ask for details while the form waits.'
            : 'To ask for details while the form is open, hold the project’s payments in processing first.'}
        </p>
      </div>
    </section>
  )
}

interface JsonEditorProps {
  readonly parameters: FormParameters
  readonly onParameters: (parameters: FormParameters) => void
}

/** The parameters as one JSON object. An error names its line. */
export function JsonEditor({ parameters, onParameters }: JsonEditorProps) {
  const id = useId()
  const [text, setText] = useState(() => JSON.stringify(parameters, null, 2))
  const read = readParameters(text)
  const change = (next: string): void => {
    setText(next)
    const given = readParameters(next)
    if (given.ok) onParameters(given.parameters)
  }
  return (
    <section className="stack pad" aria-label="Parameters as JSON">
      <textarea
        className="input mono"
        aria-label="JSON"
        aria-invalid={!read.ok}
        aria-describedby={`${id}-fault`}
        rows={18}
        wrap="off"
        spellCheck={false}
        autoComplete="off"
        value={text}
        onChange={(event) => change(event.target.value)}
      />
      <p id={`${id}-fault`} className={read.ok ? 'help' : 'bad'} role="status">
        {read.ok
          ? 'Numbers, strings, true and false. Put nested values as JSON in a string.'
          : `${read.line === null ? '' : `Line ${String(read.line)}: `}${read.message} The form still uses the last valid JSON.`}
      </p>
    </section>
  )
}
