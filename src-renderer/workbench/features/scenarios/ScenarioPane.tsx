import { isRunning, type ScenarioDetail, type ScenarioRun, type ScenarioSummary } from '#protocol/scenarios'
import { counted } from '#lib/words'
import { formatDuration } from '#window/lib/time'
import { useFetched } from '#window/message-view/use-fetched'
import { useReloadOn } from '#window/message-view/use-message'
import { openPayment } from '#window/navigation/views'
import { useBench } from '#window/state/bench'
import { opening } from '#window/commands/command'
import { DetailHeader } from '#window/commands/DetailHeader.tsx'
import { usePreferences } from '#window/state/preferences'
import { Differences, Failure, Output } from '#window/ui/Notice.tsx'
import { Badge } from '#window/ui/StatusMark.tsx'
import { EDITING, scenarioWords } from './scenario-listing'
import {
  copyScenario,
  removeScenario,
  SCENARIO_COMMANDS as commands,
  STOP_SCENARIOS,
  unsavedOf,
} from './scenario-commands'
import { ScenarioEditor } from './ScenarioEditor'
import { StepTable } from './StepTable'

export function ScenarioPane({ summary }: { readonly summary: ScenarioSummary }) {
  const bench = useBench()
  const { file } = summary
  const { value, error, reload } = useFetched(file, () => bench.call('scenarios.get', { file }))
  const isEditing = usePreferences(({ scenarios }) => scenarios.view === EDITING)
  useReloadOn((event) => event.type === 'scenario.changed' && event.file === file, reload)
  return (
    <article className="column fill" aria-labelledby="sc-title">
      <Head summary={summary} detail={value} />
      <Failure className="pad" title="The scenario could not be read." error={error} />
      {value === null ? null : (
        <>
          <FailedStep run={value.run} />
          <div
            className={value.problems.length > 0 ? 'sc-steps scroll none' : 'sc-steps scroll'}
            role="region"
            aria-label="Steps"
            tabIndex={0}
          >
            {value.about === null ? null : <p className="note pad">{value.about}</p>}
            {value.run === null || value.run.here || value.run.done === 0 ? null : (
              <p className="note pad">
                {isRunning(value.run) ? 'Runs' : 'Ran'} in a bench in memory, which ends with the run. Its
                messages are kept below; its payments are in no list. <i>Run here</i> leaves them in this
                session.
              </p>
            )}
            {value.problems.length > 0 ? (
              <p className="note pad">The file has errors, listed below. Correct them to run it.</p>
            ) : (
              <StepTable plan={value.plan} run={value.run} isShort={isEditing} />
            )}
          </div>
          {isEditing || value.problems.length > 0 ? (
            <ScenarioEditor key={file} detail={value} onSaved={reload} />
          ) : null}
        </>
      )}
    </article>
  )
}

function FailedStep({ run }: { readonly run: ScenarioRun | null }) {
  const step = run?.state === 'stopped' ? undefined : run?.results.find(({ state }) => state === 'failed')
  const failure = run?.failure ?? step?.failure ?? null
  if (failure === null) return null
  const { differences, message, expected, lines } = failure
  return (
    <section className="stack wrap fix lined sc-failure" aria-label="What failed" tabIndex={0}>
      <h3>{step === undefined ? 'The run could not start.' : `Step ${step.index + 1}, ${step.verb}`}</h3>
      <Differences differences={differences} />
      <p>{message}</p>
      <Output label="Other details" text={lines.length === 0 ? null : lines.join('\n')} />
      <Output label="Expected" text={differences.length > 0 ? null : expected} />
    </section>
  )
}

interface HeadProps {
  readonly summary: ScenarioSummary
  /** Null until the file is read. */
  readonly detail: ScenarioDetail | null
}

function Head({ summary, detail }: HeadProps) {
  const { look, word } = scenarioWords(summary)
  const { name, file, isShipped, run } = summary
  // The labels of the commands depend on whether there are unsaved edits.
  usePreferences(() => unsavedOf(file) === null)
  return (
    <DetailHeader
      title={
        <h2 className="pane-title clip" id="sc-title" title={name}>
          {name}
        </h2>
      }
      badge={<Badge look={look}>{word}</Badge>}
      facts={
        <>
          {detail === null || detail.steps === 0 ? null : <span>{counted(detail.steps, 'step')}</span>}
          {run === null || isRunning(run) ? null : <span>took {formatDuration(run.durationMs)}</span>}
          <code>{file}</code>
          {isShipped ? <span>comes with Paybench</span> : null}
        </>
      }
      subject={summary}
      actions={[
        commands.run,
        commands.resume,
        { ...STOP_SCENARIOS, when: () => isRunning(run) },
        commands.step,
        commands.runHere,
        commands.edit,
      ]}
      menu={
        detail === null
          ? []
          : [
              {
                label: 'Open',
                commands: (detail.run?.payments ?? []).flatMap(({ id, key }) =>
                  key === null
                    ? []
                    : [opening(`Open payment ${id}`, 'payments', () => () => openPayment(key))],
                ),
              },
              {
                label: 'Keep',
                commands: [
                  {
                    id: 'scenario copy',
                    icon: 'copy',
                    label: 'Make a copy to edit…',
                    does: 'scenarios.save',
                    run: () => copyScenario(detail),
                  },
                  {
                    id: 'scenario remove',
                    icon: 'trash',
                    label: 'Remove',
                    does: 'scenarios.remove',
                    when: () => !detail.isShipped,
                    run: (bench) => removeScenario(bench, detail),
                  },
                ],
              },
            ]
      }
    />
  )
}
