import type { ScenarioEffects } from '#protocol/scenarios'
import type { WantedRun } from '#window/state/dialogs'
import { useBench } from '#window/state/bench'
import { Button } from '#window/ui/Button.tsx'
import { Dialog, DialogError, useSubmit } from '#window/ui/Dialog.tsx'
import { Notice } from '#window/ui/Notice.tsx'
import { startRun } from './scenario-commands'

interface RunDialogProps {
  readonly wanted: WantedRun
  readonly effects: ScenarioEffects
  /** How many other payments of this bench are still open. */
  readonly waiting: number
  readonly onClose: () => void
}

const TITLES: Readonly<Record<WantedRun['kind'], string>> = {
  own: 'Allow sending to other computers?',
  here: 'Run this scenario here?',
  step: 'Run this scenario here, step by step?',
}
const BUTTONS: Readonly<Record<WantedRun['kind'], string>> = {
  own: 'Allow and run',
  here: 'Run here',
  step: 'Begin',
}

/** Says what a run moves in this bench and to which other computers it sends, before anything happens. */
export function RunDialog({ wanted, effects, waiting, onClose }: RunDialogProps) {
  const bench = useBench()
  const { submit, refusal, busy } = useSubmit()
  const { kind } = wanted
  const hosts = [...new Set(effects.hosts.map(({ host }) => host))]
  return (
    <Dialog
      title={TITLES[kind]}
      width={520}
      onClose={onClose}
      onSubmit={() => submit(() => startRun(bench, wanted, hosts), onClose)}
      does={kind === 'step' ? 'scenarios.step' : 'scenarios.run'}
      actions={
        <>
          <Button size="large" onClick={onClose}>
            Cancel
          </Button>
          <Button size="large" look="primary" submit disabled={busy} autoFocus>
            {BUTTONS[kind]}
          </Button>
        </>
      }
    >
      <div className="dialog-pad">
        <DialogError refusal={refusal} />
        {hosts.length === 0 ? null : <Hosts hosts={effects.hosts} />}
        {kind === 'own' ? null : <Moves moves={effects.moves} waiting={waiting} />}
      </div>
    </Dialog>
  )
}

function Hosts({ hosts }: { readonly hosts: ScenarioEffects['hosts'] }) {
  return (
    <Notice tone="amber" title="Sends to hosts that are not this computer and that no project names:">
      <ul className="sc-omitted">
        {hosts.map(({ file, host, line, address }) => (
          <li key={`${file} ${host}`}>
            <b>{host}</b>{' '}
            {line === null ? `was refused in the last run of ${file}` : `(${file}, line ${line}: ${address})`}
          </li>
        ))}
      </ul>
      Allow it only if you may send test messages there. It holds for this run.
    </Notice>
  )
}

function Moves({ moves, waiting }: { readonly moves: ScenarioEffects['moves']; readonly waiting: number }) {
  const temporary = moves.filter(({ takenBack }) => takenBack)
  const lasting = moves.filter(({ takenBack }) => !takenBack)
  return (
    <>
      {temporary.length === 0 ? null : (
        <List title="Set until the run ends, then taken back" moves={temporary} />
      )}
      {lasting.length === 0 ? null : <List title="Stays after the run" moves={lasting} />}
      {waiting === 0 ? null : (
        <p>
          <b>{waiting === 1 ? '1 other payment is' : `${waiting} other payments are`} still open</b>: if the
          clock goes forward, everything due before the new time happens to {waiting === 1 ? 'it' : 'them'}{' '}
          too.
        </p>
      )}
      <p>
        Its payments and messages appear in the lists. <i>Run</i> uses a bench in memory and moves nothing
        here.
      </p>
    </>
  )
}

function List({ title, moves }: { readonly title: string; readonly moves: ScenarioEffects['moves'] }) {
  return (
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
