import { useMemo, useState } from 'react'
import type { ExamRuleSummary, ExamSummary } from '#protocol/exam'
import { ItemScreen } from '#window/list/ItemScreen.tsx'
import type { GridColumn } from '#window/list/columns'
import { useBench } from '#window/state/bench'
import { setPlace, usePreferences } from '#window/state/preferences'
import { Button } from '#window/ui/Button.tsx'
import { Failure } from '#window/ui/Notice.tsx'
import { ShareBar, StateMark } from '#window/ui/StatusMark.tsx'
import { CHECK_LOOKS } from '#window/features/checks/check-commands'
import { copyExamRuleLink } from '#window/navigation/links'
import { CommandButton, useCommandKeys } from '#window/commands/CommandControls.tsx'
import { capitalized } from '#lib/words'
import { formatDuration } from '#window/lib/time'
import { EXAM, saveExamReport, STOP_EXAM } from './exam-commands'
import { EXAM_FORM, ExamSetup } from './ExamSetup'
import { RulePane } from './RulePane'
import {
  askedCount,
  countOf,
  examTally,
  needsAnswer,
  type RuleFilter,
  rulesInOrder,
  ruleWords,
  shownBy,
  VERDICTS,
} from './rule-words'
import './exam.css'

const keyOf = ({ number }: ExamRuleSummary): string => String(number)

const columnsOf = (exam: Pick<ExamSummary, 'running' | 'state'>): readonly GridColumn<ExamRuleSummary>[] => [
  { name: 'number', head: '#', least: '28px', className: 'num mid', cell: ({ number }) => number },
  {
    name: 'verdict',
    head: 'Verdict',
    least: '142px',
    cell: (rule) => {
      const { look, word } = ruleWords(rule, exam)
      return (
        <>
          <StateMark look={look}>{word}</StateMark>
          {needsAnswer(rule) ? <span className="tiny ex-asks">needs your answer</span> : null}
        </>
      )
    },
  },
  {
    name: 'rule',
    head: 'Rule, and what was observed or is missing',
    least: '140px',
    share: 1,
    className: 'c-rule',
    cell: ({ title, verdict, reason }) => (
      <>
        <span className="ex-rule">{title}</span>
        {verdict === 'passed' || reason === '' ? null : <span className="small mid ex-seen">{reason}</span>}
      </>
    ),
    title: ({ title, reason }) => (reason === '' ? title : `${title}\n${reason}`),
  },
]

const RULE_HEIGHT = 58

export function ExamPage() {
  const bench = useBench()
  const { value: exam, error, reload } = EXAM.use()
  const [isOpen, setOpen] = useState(false)
  const isRunning = exam?.state === 'running'
  useCommandKeys([STOP_EXAM], isRunning ? null : undefined)
  const showsSetup = exam === null || isOpen

  return (
    <section className="pane ex-page" aria-label="Exam">
      <div className="bar wraps ex-bar">
        <h1 className="pane-title">Exam</h1>
        {showsSetup ? (
          <Button look="primary" icon="play" submit form={EXAM_FORM} does="exam.start" disabled={isRunning}>
            Start the exam
          </Button>
        ) : null}
        <span className="dim clip">{exam === null || exam === undefined ? '' : factsOf(exam)}</span>
        <span className="grow" />
        {isRunning ? <CommandButton command={STOP_EXAM} subject={null} /> : null}
        {(exam?.grade ?? null) === null || isRunning ? null : (
          <Button icon="download" onClick={() => saveExamReport(bench)}>
            Save report
          </Button>
        )}
        {exam === null ? null : (
          <Button
            icon="settings"
            aria-expanded={showsSetup}
            aria-controls="ex-setup"
            onClick={() => setOpen(!showsSetup)}
          >
            {showsSetup ? 'Back to the result' : 'Examine again…'}
          </Button>
        )}
      </div>
      <Failure className="pad" title="The exam could not be read." error={error} onRetry={reload} />
      <div id="ex-setup" hidden={!showsSetup} className="scroll">
        {showsSetup ? (
          <ExamSetup
            last={exam?.merchant ?? null}
            onStarted={() => {
              setOpen(false)
              setPlace('exam', { selection: null })
            }}
          />
        ) : null}
      </div>
      {exam === null || exam === undefined || showsSetup ? null : <Exam key={exam.id} exam={exam} />}
    </section>
  )
}

const factsOf = ({ merchant, durationMs, state }: ExamSummary): string =>
  `${merchant.callbackUrl}, project ${merchant.projectId}${state === 'running' ? '' : `, took ${formatDuration(durationMs)}`}`

function Exam({ exam }: { readonly exam: ExamSummary }) {
  const selection = usePreferences((state) => state.exam.selection)
  const [wanted, setWanted] = useState<RuleFilter | null>(null)
  const [kept, setKept] = useState<ReadonlySet<number>>(new Set())
  const ordered = useMemo(() => rulesInOrder(exam, wanted, kept), [exam, wanted, kept])
  const columns = useMemo(() => columnsOf(exam), [exam])
  const following = exam.running === null ? ordered[0] : ordered.find(({ number }) => number === exam.running)
  const isUnknownRule = selection !== null && !exam.rules.some((rule) => keyOf(rule) === selection)
  const shown = isUnknownRule
    ? undefined
    : (ordered.find((rule) => keyOf(rule) === selection) ?? following ?? ordered[0])
  const filterBy = (filter: RuleFilter | null): void => {
    setWanted(filter)
    setKept(shownBy(exam, filter))
  }
  return (
    <>
      <Grade exam={exam} />
      <Unseen exam={exam} />
      <Failure
        className="pad"
        title="The rule was not examined again. This is the earlier result."
        error={exam.state === 'broken' ? null : exam.failure}
      />
      <div className="fill ex-rules">
        <ItemScreen
          place="exam"
          label="Rules"
          items={ordered}
          keyOf={keyOf}
          columns={columns}
          rowHeight={RULE_HEIGHT}
          shown={shown}
          head={<VerdictFilter exam={exam} wanted={wanted} onWanted={filterBy} />}
          nameOf={({ number }) => `Rule ${number}`}
          onCopyLink={({ number }) => copyExamRuleLink(number)}
          detail={(rule) => <RulePane key={`${exam.id} ${rule.number}`} exam={exam} rule={rule} />}
          empty={
            isUnknownRule
              ? `There is no rule ${selection}. Select one from the list.`
              : wanted === 'asked'
                ? 'No rule awaits your answer. Press “All” to see every rule.'
                : 'No rule has this verdict. Press “All” to see every rule.'
          }
        />
      </div>
    </>
  )
}

interface VerdictFilterProps {
  readonly exam: ExamSummary
  readonly wanted: RuleFilter | null
  readonly onWanted: (filter: RuleFilter | null) => void
}

function VerdictFilter({ exam, wanted, onWanted }: VerdictFilterProps) {
  const filters: readonly (readonly [RuleFilter | null, string, number])[] = [
    [null, 'All', exam.rules.length],
    ...VERDICTS.map((verdict) => [verdict, capitalized(verdict), countOf(exam, verdict)] as const),
    ['asked', 'Needs your answer', askedCount(exam)],
  ]
  // A filter that matches nothing needs no room, unless it is in use.
  const shown = filters.filter(([filter, , count]) => filter === null || filter === wanted || count > 0)
  return (
    <div className="views" role="group" aria-label="Verdicts shown">
      {shown.map(([filter, heading, count]) => (
        <button
          key={heading}
          className="view"
          type="button"
          aria-pressed={wanted === filter}
          onClick={() => onWanted(wanted === filter ? null : filter)}
        >
          {heading} <span className="n">{count}</span>
        </button>
      ))}
    </div>
  )
}

function Unseen({ exam }: { readonly exam: ExamSummary }) {
  const { unseen, state } = exam
  if (unseen.length === 0 || state === 'running' || state === 'broken') return null
  const failed = countOf(exam, 'failed')
  return (
    <details className="band small fold ex-unseen" key={String(failed === 0)} open={failed === 0}>
      <summary>What would make more rules observable</summary>
      <ul>
        {unseen.map(({ heading, remedy, rules }) => (
          <li key={remedy}>
            <b>{heading}</b>: {rules.join(', ')}. {remedy}
          </li>
        ))}
      </ul>
    </details>
  )
}

function Grade({ exam }: { readonly exam: ExamSummary }) {
  const { state, failure, grade, platform, rules, running } = exam
  if (state === 'broken')
    return <Failure className="pad" title="The exam could not be completed." error={failure ?? ''} />
  const judged = rules.filter(({ verdict }) => verdict !== null).length
  const hue =
    grade?.letter === 'A' ? 'green' : grade !== null && 'B–'.includes(grade.letter) ? 'amber' : 'red'
  const isRepeat = state === 'running' && grade !== null
  return (
    <section className="bar wraps ex-grade" aria-label="Grade">
      {grade === null ? (
        <progress className="gauge" aria-label="Rules judged" max={rules.length} value={judged} />
      ) : (
        <span
          className="ex-letter"
          data-hue={hue}
          role="img"
          aria-label={grade.letter === '–' ? 'No grade' : `Grade ${grade.letter}`}
        >
          {grade.letter}
        </span>
      )}
      <div className="grow">
        <h2 className="pane-title">{grade === null ? 'The exam is running' : grade.heading}</h2>
        <p className="note">
          {state === 'stopped' && grade?.letter !== '–' ? 'You stopped it early. ' : ''}
          {isRepeat ? `Rule ${running ?? ''} is being examined again. ` : ''}
          {grade?.explanation ??
            (platform === null
              ? 'A separate bench is starting.'
              : `The exam acts as the platform, at ${platform}.`)}
        </p>
      </div>
      <div className="stack ex-tally">
        <ShareBar
          parts={(['passed', 'failed', 'not observed', null] as const).map((verdict) => ({
            hue: verdict === null ? '' : CHECK_LOOKS[verdict].hue,
            count: countOf(exam, verdict),
          }))}
        />
        <p className="note" role="status">
          {examTally(exam)}
        </p>
      </div>
    </section>
  )
}
