import { useMemo } from 'react'
import { isRunning, type ScenarioSummary } from '#protocol/scenarios'
import { ItemScreen } from '#window/list/ItemScreen.tsx'
import { focusGrid } from '#window/list/GridRow.tsx'
import { EmptyDetail, NoMatch } from '#window/list/ListBody.tsx'
import { FilterBox } from '#window/list/FilterBox.tsx'
import { useBench } from '#window/state/bench'
import { setPlace, usePreferences } from '#window/state/preferences'
import { walk } from '#window/state/dialogs'
import { Button } from '#window/ui/Button.tsx'
import { Failure } from '#window/ui/Notice.tsx'
import { copyScenarioLink } from '#window/navigation/links'
import { CommandButton, useCommandKeys } from '#window/commands/CommandControls.tsx'
import { showFailure } from '#window/state/toasts'
import { ScenarioPane } from './ScenarioPane'
import {
  NEW_SCENARIO,
  RECORD,
  runScenarios,
  saveScenarioReport,
  SCENARIO_COMMANDS,
  STOP_SCENARIOS,
} from './scenario-commands'
import {
  EDITING,
  matchingScenarios,
  SCENARIO_FIELDS,
  SCENARIOS,
  scenarioWords,
  tallyOf,
} from './scenario-listing'
import './scenarios.css'
import type { GridColumn } from '#window/list/columns'
import { formatDuration, formatWallClock, parseTime } from '#window/lib/time'
import { visibleId } from '#window/ui/IdText.tsx'
import { type Hue, ShareBar, StateMark } from '#window/ui/StatusMark.tsx'

const keyOf = ({ file }: ScenarioSummary): string => file

export function ScenariosPage() {
  const { value, error, reload } = SCENARIOS.use()
  const items = value?.items ?? null
  const { query, selection, view } = usePreferences((state) => state.scenarios)
  const fitting = useMemo(() => matchingScenarios(items ?? [], query), [items, query])
  const shown = selection === null ? fitting[0] : items?.find(({ file }) => file === selection)
  useCommandKeys(Object.values(SCENARIO_COMMANDS), shown)
  useCommandKeys([STOP_SCENARIOS], null)
  return (
    <ItemScreen
      place="scenarios"
      label="Scenarios"
      items={fitting}
      keyOf={keyOf}
      columns={SCENARIO_COLUMNS}
      shown={shown}
      isFolded={shown !== undefined && view === EDITING}
      head={
        <>
          <ListBar fitting={fitting} query={query} />
          <Failure
            className="pad"
            title="The scenarios could not be listed."
            error={error}
            onRetry={reload}
          />
        </>
      }
      nothing={items !== null && fitting.length === 0 ? <Nothing query={query} /> : null}
      nameOf={({ name }) => `Scenario ${name}`}
      onCopyLink={copyScenarioLink}
      detail={(scenario) => <ScenarioPane key={scenario.file} summary={scenario} />}
      empty={
        selection === null || items === null
          ? 'Select a scenario to see its steps, or write your own.'
          : `No scenario is named ${selection}. Select one from the list.`
      }
    />
  )
}

const HUES: readonly Hue[] = ['green', 'red', 'rose', 'amber', 'quiet']

function ListBar(props: { readonly fitting: readonly ScenarioSummary[]; readonly query: string }) {
  const { fitting, query } = props
  const bench = useBench()
  const { value } = SCENARIOS.use()
  const active = value?.items.some(({ run }) => isRunning(run)) === true
  const hues = fitting.map((scenario) => scenarioWords(scenario).look.hue)
  return (
    <>
      <div className="pane-bar">
        <h1 className="sr">Scenarios</h1>
        <FilterBox
          label="Filter scenarios"
          placeholder="name, tag:clarification, result:failed"
          fields={SCENARIO_FIELDS}
          query={query}
          matches={query === '' ? null : fitting.length}
          onQuery={(next) => walk(() => setPlace('scenarios', { query: next }))}
          onLeave={focusGrid}
        />
        <CommandButton command={NEW_SCENARIO} subject={null} shows="icon" />
      </div>
      <div className={`bar small mid nowrap sc-sum ${active ? 'running' : ''}`}>
        <ShareBar parts={HUES.map((hue) => ({ hue, count: hues.filter((one) => one === hue).length }))} />
        <b className="medium" role="status">
          {tallyOf(fitting)}
        </b>
        <span className="grow" />
        {fitting.some(({ run }) => run !== null && !isRunning(run)) ? (
          <Button
            size="small"
            look="quiet"
            icon="download"
            does="scenarios.report"
            aria-label="Report"
            title="Save the last results of these scenarios as one HTML file"
            onClick={() => saveScenarioReport(bench, fitting)}
          >
            <span className="sc-word">Report</span>
          </Button>
        ) : null}
        {(value?.recording ?? null) !== null ? null : (
          <CommandButton
            command={RECORD}
            subject={null}
            size="small"
            look="quiet"
            aria-label="Record"
            title="Record payments from now on"
          >
            <span className="sc-record">Record</span>
          </CommandButton>
        )}
        {active ? <CommandButton command={STOP_SCENARIOS} subject={null} size="small" /> : null}
        <Button
          size="small"
          icon="play"
          does="scenarios.run"
          disabled={fitting.length === 0}
          onClick={() => void runScenarios(bench, fitting).catch(showFailure)}
        >
          {query === '' ? 'Run all' : `Run these ${fitting.length}`}
        </Button>
      </div>
    </>
  )
}

function Nothing({ query }: { readonly query: string }) {
  if (query !== '') return <NoMatch query={query} onClear={() => setPlace('scenarios', { query: '' })} />
  return (
    <EmptyDetail
      title="No scenarios yet"
      text="A scenario describes what happens to a payment and what must follow. Run it as often as you like."
    >
      <CommandButton command={NEW_SCENARIO} subject={null} look="primary" shows="label" />
    </EmptyDetail>
  )
}

/** The folder of a file that comes with Paybench; `yours` for the tester's files. */
const groupOf = ({ file, isShipped }: ScenarioSummary): string =>
  isShipped ? (file.split('/')[1] ?? '') : 'yours'

/** The other columns appear where a name of 60 characters has room beside them. */
export const SCENARIO_COLUMNS: readonly GridColumn<ScenarioSummary>[] = [
  {
    // Only the first row of each group visibly names it.
    name: 'group',
    head: 'Group',
    least: '88px',
    from: 720,
    cell: (scenario, above) => {
      const group = groupOf(scenario)
      return above !== undefined && groupOf(above) === group ? (
        <span className="sr">{group}</span>
      ) : (
        <b>{group}</b>
      )
    },
    title: ({ file }) => file,
  },
  {
    name: 'result',
    fold: 3,
    head: 'Last result',
    least: '104px',
    cell: (scenario) => {
      const { look, word } = scenarioWords(scenario)
      return <StateMark look={look}>{word}</StateMark>
    },
  },
  {
    name: 'name',
    fold: 1,
    head: 'Name',
    least: '140px',
    share: 5,
    className: 'sc-name',
    cell: ({ name }) => <bdi>{visibleId(name)}</bdi>,
    title: ({ name, about }) => (about === null ? name : `${name}\n${about}`),
  },
  {
    name: 'tags',
    head: 'Tags',
    least: '100px',
    share: 1,
    from: 910,
    className: 'dim',
    cell: ({ tags }) => tags.join(', '),
    title: ({ tags }) => tags.join(', '),
  },
  {
    name: 'took',
    fold: 2,
    head: 'Took',
    from: 620,
    least: '68px',
    className: 'num mid',
    cell: ({ run }) => (run === null || isRunning(run) ? '' : formatDuration(run.durationMs)),
  },
  {
    name: 'run',
    head: 'Run',
    least: '64px',
    from: 790,
    className: 'num dim',
    cell: ({ run }) => (run === null ? '' : formatWallClock(parseTime(run.startedAt))),
    title: ({ run }) => (run === null ? '' : `${run.startedAt}, wall time`),
  },
]
