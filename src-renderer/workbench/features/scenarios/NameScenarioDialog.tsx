import { useState } from 'react'
import { isOwnScenario } from '../../../../src-main/protocol/scenarios'
import { useBench } from '../../state/bench'
import { setPlace } from '../../state/preferences'
import { Button } from '../../ui/Button'
import { Dialog } from '../../ui/Dialog'
import { Field } from '../../ui/Field'
import { Notice } from '../../ui/Notice'
import { useSubmit } from '../../ui/use-submit'
import { openScenario } from './scenario-commands'
import { EDITING } from './editing'

interface NameScenarioDialogProps {
  readonly text: string
  readonly suggested: string
  /** What the recorded text leaves out, as sentences. */
  readonly omitted: readonly string[]
  readonly onClose: () => void
  /** Closes it where nothing was saved. */
  readonly onGivenUp: () => void
}

/** The name of a new scenario file. It is saved at once and opened in the editor. */
export function NameScenarioDialog({
  text,
  suggested,
  omitted,
  onClose,
  onGivenUp,
}: NameScenarioDialogProps) {
  const bench = useBench()
  const [typed, setTyped] = useState(suggested)
  const [isTried, setTried] = useState(false)
  const { submit, refusal, busy } = useSubmit()
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
      width={440}
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
        {refusal === null ? null : (
          <Notice tone="red" live title="The scenario was not created.">
            {refusal.message}
          </Notice>
        )}
      </div>
    </Dialog>
  )
}
