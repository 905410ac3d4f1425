import type { ScenarioSummary } from '#protocol/scenarios'
import type { GridColumn } from '#window/list/columns'
import { formatDuration, formatWallClock, parseTime } from '#window/lib/time'
import { StateMark } from '#window/ui/StatusMark.tsx'
import { isRunning, scenarioWords } from './run-words'

/** The folder of a file that comes with Paybench; `yours` for the tester's own. */
const groupOf = ({ file, isShipped }: ScenarioSummary): string =>
  isShipped ? (file.split('/')[1] ?? '') : 'yours'

export const SCENARIO_COLUMNS: readonly GridColumn<ScenarioSummary>[] = [
  {
    name: 'result',
    head: 'Last result',
    least: '104px',
    cell: (scenario) => {
      const { look, word } = scenarioWords(scenario)
      return <StateMark look={look}>{word}</StateMark>
    },
  },
  {
    name: 'name',
    head: 'Name',
    least: '140px',
    share: 2,
    cell: ({ name }) => name,
    title: ({ name, about }) => (about === null ? name : `${name}\n${about}`),
  },
  {
    name: 'group',
    head: 'From',
    least: '88px',
    from: 640,
    className: 'mid',
    cell: groupOf,
    title: ({ file }) => file,
  },
  {
    name: 'tags',
    head: 'Tags',
    least: '100px',
    share: 1,
    from: 800,
    className: 'dim',
    cell: ({ tags }) => tags.join(', '),
    title: ({ tags }) => tags.join(', '),
  },
  {
    name: 'took',
    head: 'Took',
    least: '68px',
    className: 'num mid',
    cell: ({ run }) => (run === null || isRunning(run) ? '' : formatDuration(run.durationMs)),
  },
  {
    name: 'run',
    head: 'Run',
    least: '64px',
    from: 640,
    className: 'num dim',
    cell: ({ run }) => (run === null ? '' : formatWallClock(parseTime(run.startedAt))),
    title: ({ run }) => (run === null ? '' : `${run.startedAt}, wall time`),
  },
]
