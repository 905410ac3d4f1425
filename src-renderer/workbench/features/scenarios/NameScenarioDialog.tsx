import { useState } from 'react'
import { isOwnScenario, type RecordedExpects } from '#protocol/scenarios'
import { useBench } from '#window/state/bench'
import { setPlace } from '#window/state/preferences'
import { Button } from '#window/ui/Button.tsx'
import { Dialog, useSubmit } from '#window/ui/Dialog.tsx'
import { Field, NotedChoice } from '#window/ui/Field.tsx'
import { Notice } from '#window/ui/Notice.tsx'
import { openScenario } from './scenario-commands'
import { EDITING } from './editing'

const EXPECTS = [
  { value: 'what matters', label: 'What matters', note: 'Statuses, codes, requested fields, errors' },
  { value: 'everything', label: 'Everything', note: 'Also amounts, descriptions and other texts' },
] as const satisfies readonly {
  readonly value: RecordedExpects
  readonly label: string
  readonly note: string
}[]

/** The part of a recorded text in which the kinds differ. */
const stepsOf = (text: string): string => text.slice(text.indexOf('\nsteps:') + 1)

interface NameScenarioDialogProps {
  readonly text: string
  /** The text that expects everything; null where nothing was recorded. */
  readonly everything: string | null
  readonly suggested: string
  /** What the recorded text leaves out, as sentences. */
  readonly omitted: readonly string[]
  readonly onClose: () => void
  /** Closes it where nothing was saved. */
  readonly onGivenUp: () => void
}

/** The name of a new scenario file. It is saved at once and opened in the editor. */
export function NameScenarioDialog({
  text: plainText,
  everything,
  suggested,
  omitted,
  onClose,
  onGivenUp,
}: NameScenarioDialogProps) {
  const bench = useBench()
  const [typed, setTyped] = useState(suggested)
  const [expects, setExpects] = useState<RecordedExpects>('what matters')
  const [isTried, setTried] = useState(false)
  const { submit, refusal, busy } = useSubmit()
  const text = expects === 'everything' && everything !== null ? everything : plainText
  const file = typed.trim().endsWith('.yaml') ? typed.trim() : `${typed.trim()}.yaml`
  const isWrong = !isOwnScenario(file)
  const save = (): void => {
    setTried(true)
    if (isWrong) return
    submit(
      () => bench.call('scenarios.save', { file, text, version: null }),
      () => {
        setPlace('scenarios', { view: EDITING })
        openScenario(file)
        onClose()
      },
    )
  }
  return (
    <Dialog
      title="New scenario"
      width={everything === null ? 440 : 640}
      onClose={onGivenUp}
      onSubmit={save}
      does="scenarios.save"
      actions={
        <>
          <Button onClick={onGivenUp}>Cancel</Button>
          <Button look="primary" submit does="scenarios.save" disabled={busy}>
            Create
          </Button>
        </>
      }
    >
      <div className="dialog-pad">
        <Field
          label="File name"
          help="Letters, digits, - and _. The file is saved in the folder scenarios of the data folder."
          error={isTried && isWrong ? 'Use letters, digits, - and _, such as order-in-two-parts.yaml.' : null}
        >
          {(control) => (
            <input
              {...control}
              className="input mono"
              autoComplete="off"
              spellCheck={false}
              value={typed}
              onChange={(event) => setTyped(event.target.value)}
            />
          )}
        </Field>
        {omitted.length === 0 ? null : (
          <Notice tone="amber" title="Not recorded:">
            <ul className="sc-omitted">
              {omitted.map((sentence) => (
                <li key={sentence}>{sentence}</li>
              ))}
            </ul>
          </Notice>
        )}
        {everything === null ? null : (
          <>
            <NotedChoice
              legend="What the steps expect"
              value={expects}
              options={EXPECTS}
              onChange={setExpects}
            />
            <pre className="code box sc-preview" role="region" tabIndex={0} aria-label="Steps">
              {stepsOf(text)}
            </pre>
          </>
        )}
        {refusal === null ? null : (
          <Notice tone="red" live title="The scenario was not created.">
            {refusal.message}
          </Notice>
        )}
      </div>
    </Dialog>
  )
}
