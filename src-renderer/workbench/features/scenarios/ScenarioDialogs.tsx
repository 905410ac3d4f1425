import { useState } from 'react'
import { isOwnScenario, type RecordedExpects, type ScenarioEffects } from '#protocol/scenarios'
import { useBench } from '#window/state/bench'
import { setPlace } from '#window/state/preferences'
import { ActionDialog } from '#window/ui/Dialog.tsx'
import { NotedChoice, TextField } from '#window/ui/Field.tsx'
import { Notice } from '#window/ui/Notice.tsx'
import { discardRecording, openScenario, startRun } from './scenario-commands'
import { EDITING } from './scenario-listing'
import type { DialogProps, WantedRun } from '#window/state/dialogs'

const EXPECTS = [
  { value: 'what matters', label: 'What matters', note: 'Statuses, codes, requested fields, errors' },
  { value: 'everything', label: 'Everything', note: 'Also amounts, descriptions and other texts' },
] as const

export function NameScenarioDialog(props: DialogProps<'nameScenario'>) {
  const { everything, suggested, omitted = [], isRecording = false, onClose } = props
  const bench = useBench()
  const [typed, setTyped] = useState(suggested)
  const [expects, setExpects] = useState<RecordedExpects>('what matters')
  const [isTried, setTried] = useState(false)
  const text = expects === 'everything' && everything !== undefined ? everything : props.text
  const file = typed.trim().endsWith('.yaml') ? typed.trim() : `${typed.trim()}.yaml`
  const isWrong = !isOwnScenario(file)
  const save = async (): Promise<void> => {
    await bench.call('scenarios.save', { file, text, version: null })
    if (isRecording) discardRecording(bench)
    setPlace('scenarios', { view: EDITING })
    openScenario(file)
  }
  return (
    <ActionDialog
      title="New scenario"
      failed="The scenario was not created."
      width={everything === undefined ? 440 : 640}
      onClose={onClose}
      send={() => {
        setTried(true)
        return isWrong ? null : save()
      }}
      does="scenarios.save"
      action="Create"
    >
      <TextField
        label="File name"
        help="Letters, digits, - and _. The file is saved in the scenarios folder inside the data folder."
        error={isTried && isWrong ? 'Use letters, digits, - and _, such as order-in-two-parts.yaml.' : null}
        className="input mono"
        spellCheck={false}
        value={typed}
        onText={setTyped}
      />
      {omitted.length === 0 ? null : (
        <Notice tone="amber" title="Not recorded:">
          <ul className="sc-omitted">
            {omitted.map((sentence) => (
              <li key={sentence}>{sentence}</li>
            ))}
          </ul>
        </Notice>
      )}
      {everything === undefined ? null : (
        <>
          <NotedChoice
            legend="What the steps expect"
            value={expects}
            options={EXPECTS}
            onChange={setExpects}
          />
          <pre className="code box sc-preview" role="region" tabIndex={0} aria-label="Steps">
            {text.slice(text.indexOf('\nsteps:') + 1)}
          </pre>
        </>
      )}
    </ActionDialog>
  )
}

const WORDS: Readonly<Record<WantedRun['kind'], { readonly title: string; readonly button: string }>> = {
  own: { title: 'Allow sending to other computers?', button: 'Allow and run' },
  here: { title: 'Run this scenario here?', button: 'Run here' },
  step: { title: 'Run this scenario here, step by step?', button: 'Begin' },
}

export function RunDialog({ wanted, effects, waiting, onClose }: DialogProps<'runScenarios'>) {
  const bench = useBench()
  const { kind } = wanted
  const { moves } = effects
  const hosts = [...new Set(effects.hosts.map(({ host }) => host))]
  return (
    <ActionDialog
      title={WORDS[kind].title}
      width={560}
      onClose={onClose}
      send={() => startRun(bench, wanted, hosts)}
      does={kind === 'step' ? 'scenarios.step' : 'scenarios.run'}
      action={WORDS[kind].button}
    >
      {hosts.length === 0 ? null : (
        <Notice tone="amber" title="Sends to hosts outside this computer that no project uses:">
          <ul className="sc-omitted">
            {effects.hosts.map(({ file, host, line, address }) => (
              <li key={`${file} ${host}`}>
                <b>{host}</b>{' '}
                {line === null
                  ? `was refused in the last run of ${file}`
                  : `(${file}, line ${line}: ${address})`}
              </li>
            ))}
          </ul>
          Allow it only if you may send test messages there. The permission is for this run only.
        </Notice>
      )}
      {kind === 'own' ? null : (
        <>
          <List
            title="Set during the run, then restored"
            moves={moves.filter(({ takenBack }) => takenBack)}
          />
          <List title="Stays after the run" moves={moves.filter(({ takenBack }) => !takenBack)} />
          {waiting === 0 ? null : (
            <p>
              <b>Other payments that are still open: {waiting}</b>. If the clock goes forward, everything that
              becomes due in them happens too.
            </p>
          )}
          <p>
            The payments and messages of the run appear in the lists. <i>Run</i> uses a bench in memory and
            changes nothing here.
          </p>
        </>
      )}
    </ActionDialog>
  )
}

function List({ title, moves }: { readonly title: string; readonly moves: ScenarioEffects['moves'] }) {
  return moves.length === 0 ? null : (
    <section aria-label={title}>
      <h3>{title}</h3>
      <ul className="sc-omitted">
        {moves.map(({ text }) => (
          <li key={text}>{text}</li>
        ))}
      </ul>
    </section>
  )
}
