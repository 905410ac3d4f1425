import type { ReactNode } from 'react'
import type { ExamRuleSummary, ExamSummary, ExamTrial } from '#protocol/exam'
import { listenerUrl } from '#window/state/listeners'
import { useInfo } from '#window/state/info'
import { useFetched } from '#window/message-view/use-fetched'
import { useReloadOn } from '#window/message-view/use-message'
import { useBench } from '#window/state/bench'
import { counted } from '#lib/words'
import { DetailHeader } from '#window/commands/DetailHeader.tsx'
import { Button } from '#window/ui/Button.tsx'
import { CopyButton } from '#window/ui/CopyButton.tsx'
import { Differences, Failure, Output } from '#window/ui/Notice.tsx'
import { Badge } from '#window/ui/StatusMark.tsx'
import { ContractLink } from '#window/features/contract/Contract.tsx'
import { answerExam, EXAM } from './exam-commands'
import { ruleWords } from './rule-words'

const isShown = ({ verdict, question }: ExamTrial, rule: ExamRuleSummary): boolean =>
  question !== null || verdict === 'failed' || (verdict === 'not observed' && rule.verdict !== 'failed')

export function RulePane({ exam, rule }: { readonly exam: ExamSummary; readonly rule: ExamRuleSummary }) {
  const bench = useBench()
  const { number } = rule
  const { value, error, reload } = useFetched(
    `${exam.id} ${number} ${rule.verdict ?? ''} ${rule.reason}`,
    () => bench.call('exam.rule', { rule: number }),
  )
  useReloadOn((event) => event.type === 'exam.changed' && event.exam.state !== 'running', reload)
  const { look, word } = ruleWords(rule, exam)
  const canAnswer = exam.state === 'done' || exam.state === 'stopped'
  const trials = value?.trials ?? []
  const foldedCount = trials.filter((trial) => !isShown(trial, rule)).length
  const trialsOf = (shown: boolean): ReactNode =>
    trials.map((trial, at) =>
      isShown(trial, rule) === shown ? (
        <Trial key={at} trial={trial} rule={rule} at={at} canAnswer={canAnswer} platform={exam.platform} />
      ) : null,
    )
  return (
    <article className="column fill ex-pane" aria-labelledby="ex-title">
      <DetailHeader
        title={
          <h2 className="pane-title clip" id="ex-title" title={rule.title}>
            Rule {number}: {rule.title}
          </h2>
        }
        badge={<Badge look={look}>{word}</Badge>}
        facts={
          value === null ? null : (
            <>
              {value.sections.split(', ').map((place) => (
                <span key={place}>
                  <ContractLink place={place} />
                </span>
              ))}
              {trials.length === 0 ? null : <span>{counted(trials.length, 'trial')}</span>}
            </>
          )
        }
        subject={null}
        actions={[
          {
            id: 'exam repeat',
            icon: 'play',
            label: 'Examine this rule again',
            does: 'exam.repeat',
            when: () => value?.isReview === false && canAnswer,
            run: (bench) => bench.call('exam.repeat', { rule: number }).then(EXAM.show),
          },
        ]}
      />
      <div className="scroll grow stack pad" role="region" aria-label="Observations" tabIndex={0}>
        <Failure title="The rule could not be read." error={error} />
        {rule.reason === '' || rule.reason === value?.question ? null : (
          <p className={rule.verdict === 'failed' ? 'quoted failed' : undefined}>{rule.reason}</p>
        )}
        {value === null ? null : (
          <>
            {value.question === null || !canAnswer ? null : (
              <Question
                about={{ rule: number, trial: 0 }}
                question={value.question}
                answered={rule.verdict}
                words={RULE_WORDS}
                note={value.needsBench ? <ThisBench projectId={exam.merchant.projectId} /> : null}
              />
            )}
            <div className="tiles">
              <section>
                <h3>Remedy</h3>
                <p>{value.remedy}</p>
              </section>
              <section>
                <h3>Why it matters</h3>
                <p>{value.matters}</p>
              </section>
            </div>
            {trialsOf(true)}
            {foldedCount === 0 ? null : (
              <details className="fold" key={rule.verdict}>
                <summary>{counted(foldedCount, 'other trial')}</summary>
                {trialsOf(false)}
              </details>
            )}
          </>
        )}
      </div>
    </article>
  )
}

interface QuestionProps {
  readonly about: { readonly rule: number; readonly trial: number }
  readonly question: string
  readonly answered: ExamTrial['verdict'] | null
  readonly words: typeof RULE_WORDS
  readonly note?: ReactNode
}

const ANSWERS = [
  { answer: 'yes', icon: 'check', verdict: 'passed' },
  { answer: 'no', icon: 'close', verdict: 'failed' },
] as const

const RULE_WORDS = { yes: 'The rule is kept', no: 'The rule is broken' }
const ORDER_WORDS: typeof RULE_WORDS = { yes: 'Yes, as described', no: 'No, not as described' }

function Question({ about, question, answered, words, note = null }: QuestionProps) {
  const bench = useBench()
  const isAnswered = answered === 'passed' || answered === 'failed'
  return (
    <div className="stack box" role="group" aria-label="Your answer">
      <p>
        <b>{question}</b>
      </p>
      {note}
      <div className="row">
        {ANSWERS.map(({ answer, icon, verdict }) => (
          <Button
            key={answer}
            size="small"
            icon={icon}
            does="exam.answer"
            aria-pressed={answered === verdict}
            onClick={() => answerExam(bench, about, answer)}
          >
            {words[answer]}
          </Button>
        ))}
        {isAnswered ? (
          <Button
            size="small"
            look="quiet"
            icon="undo"
            does="exam.answer"
            onClick={() => answerExam(bench, about, null)}
          >
            Clear the answer
          </Button>
        ) : null}
      </div>
    </div>
  )
}

function ThisBench({ projectId }: { readonly projectId: number }) {
  const info = useInfo((state) => state.info)
  const platform = info === null ? null : listenerUrl(info, 'platform')
  if (info === null || platform === null) return null
  const isKnown = info.projects.some((project) => project.projectId === projectId)
  return (
    <p>
      The platform of this bench is at <code>{platform}</code>{' '}
      <CopyButton text={platform} what="the address" />
      {isKnown ? null : ` Add project ${projectId} in Settings, with the secret that the merchant knows.`}
    </p>
  )
}

interface TrialProps {
  readonly trial: ExamTrial
  readonly rule: ExamRuleSummary
  readonly at: number
  readonly canAnswer: boolean
  /** The address at which the exam simulates the platform; null before the exam begins. */
  readonly platform: string | null
}

const reproduceCommand = (file: string, platform: string | null): string =>
  platform === null
    ? `paybench run ${file}`
    : `paybench run ${file} --platform-port ${new URL(platform).port}`

function Trial({ trial, rule, at, canAnswer, platform }: TrialProps) {
  const { name, verdict, reason, expected, differences, evidence, question, scenario } = trial
  const { look, word } = ruleWords({ verdict, number: rule.number }, { running: null, state: 'done' })
  return (
    <section className={verdict === 'failed' ? 'stack quoted failed' : 'stack quoted'} aria-label={name}>
      <div className="row">
        <h3>{name}</h3>
        <Badge look={look} small>
          {word}
        </Badge>
      </div>
      {reason === rule.reason || reason === question ? null : <p>{reason}</p>}
      {question === null || !canAnswer ? null : (
        <Question
          about={{ rule: rule.number, trial: at }}
          question={question}
          answered={verdict}
          words={ORDER_WORDS}
        />
      )}
      <Differences differences={differences} />
      {expected === '' || expected === question || differences.length > 0 ? null : (
        <Text label="Expected" text={expected} />
      )}
      {evidence.length === 0 ? null : (
        <div className="ex-text">
          <span>Messages sent, in order</span>
          <ol aria-label="Messages sent, in order">
            {evidence.map((each, n) => (
              <li key={n}>
                <details className="fold">
                  <summary>
                    {n + 1}. {each.title}
                    {statusOf(each)}
                  </summary>
                  {each.remarks?.map((remark) => (
                    <p key={remark}>{remark}</p>
                  ))}
                  {each.request === null ? (
                    <p className="dim">The bytes were not kept because the limit was reached.</p>
                  ) : (
                    <Text label={`Request ${n + 1}`} text={each.request} />
                  )}
                  {each.response === null ? null : <Text label={`Response ${n + 1}`} text={each.response} />}
                </details>
              </li>
            ))}
          </ol>
        </div>
      )}
      {scenario === null ? null : (
        <details className="fold">
          <summary>Reproduce it: {reproduceCommand(scenario.file, platform)}</summary>
          <p className="dim">
            Save the scenario under this name, and set PAYBENCH_PROJECT_SECRET to the secret of the project.
            The merchant has to use the platform that the command starts. The Scenarios page can run it too,
            if Settings has the project with its secret; then the merchant has to use the platform of this
            bench.
          </p>
          <CopyButton text={scenario.text} what="the scenario" label="Copy the scenario" />
          <Text label={`Scenario ${scenario.file}`} text={scenario.text} />
        </details>
      )}
    </section>
  )
}

function statusOf({ response }: ExamTrial['evidence'][number]) {
  const status = /^HTTP(?:\/[\d.]+| status) (\d{3})/.exec(response ?? '')?.[1]
  return status === undefined ? null : <span className="mid ex-answer">{status}</span>
}

function Text({ label, text }: { readonly label: string; readonly text: string }) {
  return (
    <div className="ex-text">
      <span>{label}</span>
      <Output label={label} text={text} />
    </div>
  )
}
