import { openExchange, openMessageOnPage, openPayment } from '#window/navigation/views'
import { Fragment, useEffect, useRef, useState } from 'react'
import type { ScenarioDetail, ScenarioEvidence, ScenarioRun, ScenarioStep } from '#protocol/scenarios'
import { formatDuration } from '#window/lib/time'
import { Icon } from '#window/ui/Icon.tsx'
import { type StateLook, StateMark } from '#window/ui/StatusMark.tsx'
import { Button } from '#window/ui/Button.tsx'
import { Output } from '#window/ui/Notice.tsx'

type Planned = ScenarioDetail['plan'][number]

interface Row {
  readonly planned: Planned
  readonly step: ScenarioStep | null
  readonly look: StateLook
  readonly word: string
}

const QUIET: StateLook = { icon: 'state-not-run', hue: 'quiet' }

function endOf({ state }: ScenarioStep, run: ScenarioRun | null): Pick<Row, 'look' | 'word'> {
  if (state === 'passed') return { look: { icon: 'state-delivered', hue: 'green' }, word: state }
  if (run?.state === 'stopped') return { look: { icon: 'state-dropped', hue: 'quiet' }, word: 'stopped' }
  return { look: { icon: 'state-failed', hue: 'red' }, word: state }
}

function rowsOf(plan: readonly Planned[], run: ScenarioRun | null): readonly Row[] {
  const done = (run?.results ?? []).map((step): Row => ({ planned: step, step, ...endOf(step, run) }))
  const isOver = run !== null && ['failed', 'stopped', 'broken'].includes(run.state)
  const left = plan.slice(done.length).map((planned, at): Row => {
    const isNow = at === 0 && run?.state === 'running'
    const isNext = at === 0 && run?.state === 'paused'
    const word = isNow ? 'running' : isOver ? 'not reached' : isNext ? 'next' : ''
    return { planned, step: null, look: isNow ? { icon: 'state-processing', hue: 'quiet' } : QUIET, word }
  })
  return run?.state === 'passed' ? done : [...done, ...left]
}

/** The text of a step after its verb, without the note, which is shown separately. */
const restOf = ({ verb, source, note }: Planned): string => {
  const rest = source
    .replace(/\s+/g, ' ')
    .trim()
    .replace(/^- /, '')
    .replace(new RegExp(`^${verb}:?`), '')
  const written = note === null ? [] : [`"${note}"`, `'${note}'`, note].map((text) => ` note: ${text}`)
  return written.reduce((left, text) => left.replace(text, ''), rest).trim()
}

interface StepTableProps {
  readonly plan: readonly Planned[]
  readonly run: ScenarioRun | null
  readonly isShort: boolean
}

const HEADS = [
  ['#', 'num c-n'],
  ['Result', 'c-st'],
  ['Step', ''],
  ['What happened', 'c-what'],
  ['Took', 'num c-took'],
] as const

export function StepTable({ plan, run, isShort }: StepTableProps) {
  const [chosen, setChosen] = useState<ReadonlyMap<number, boolean>>(new Map())
  const table = useRef<HTMLTableElement>(null)
  const failedAt = run?.results.findIndex(({ state }) => state === 'failed') ?? -1
  const startedAt = run?.startedAt
  useEffect(() => {
    const evidence = failedAt === -1 ? null : table.current?.querySelector('tr.why:has(.failed)')
    const step = evidence?.previousElementSibling
    const pane = evidence?.closest('.sc-steps')
    if (!evidence || !step || !pane) return
    const seen = pane.getBoundingClientRect()
    const head = table.current?.tHead?.offsetHeight ?? 0
    pane.scrollTop += step.getBoundingClientRect().top - seen.top - head
    step.scrollIntoView({ block: 'nearest' })
  }, [failedAt, isShort, startedAt])
  return (
    <table
      className={`plain long fixed-columns sc-table ${run === null ? 'unrun' : ''}`}
      aria-label="Steps of the scenario"
      ref={table}
    >
      <thead>
        <tr>
          {HEADS.map(([head, className]) => (
            <th key={head} scope="col" className={className}>
              {head}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rowsOf(plan, run).map(({ planned, step, look, word }, index) => {
          const isOpen = step !== null && (chosen.get(index) ?? step.state === 'failed')
          const happened = step?.summary ?? planned.note ?? ''
          const text = (
            <code className="sc-text" title={planned.source}>
              <b>{planned.verb === 'until' ? 'until idle' : planned.verb}</b>{' '}
              <span className="dim">{planned.verb === 'until' ? '' : restOf(planned)}</span>
            </code>
          )
          return (
            <Fragment key={index}>
              <tr className={isOpen ? 'open' : undefined}>
                <td className="num dim">{index + 1}</td>
                <td>{word === '' ? null : <StateMark look={look}>{word}</StateMark>}</td>
                <td className="sc-step">
                  {step === null ? (
                    text
                  ) : (
                    <button
                      type="button"
                      className="row bare sc-fold"
                      aria-expanded={isOpen}
                      onClick={() => setChosen(new Map(chosen).set(index, !isOpen))}
                    >
                      <Icon name={isOpen ? 'down' : 'aside'} small />
                      {text}
                    </button>
                  )}
                  {/* Shown while the column “What happened” is hidden. */}
                  <p className="mid sc-did">{isOpen && word === 'failed' ? '' : happened}</p>
                </td>
                <td className="mid c-what">
                  <p className="sc-said">{happened}</p>
                </td>
                <td className="num mid">{step === null ? '' : formatDuration(step.durationMs)}</td>
              </tr>
              {isOpen ? (
                <tr className="why">
                  <td colSpan={5}>
                    <StepEvidence step={step} hasFailed={word === 'failed'} />
                  </td>
                </tr>
              ) : null}
            </Fragment>
          )
        })}
      </tbody>
    </table>
  )
}

function StepEvidence({ step, hasFailed }: { readonly step: ScenarioStep; readonly hasFailed: boolean }) {
  const { source, note, evidence } = step
  return (
    <div className={hasFailed ? 'stack quoted sc-why failed' : 'stack quoted sc-why'}>
      {note === null ? null : <p className="mid">{note}</p>}
      <details className="fold">
        <summary>As written in the file</summary>
        <Output label="Source of the step" text={source} />
      </details>
      {evidence.map((each, at) => (
        <Message key={at} evidence={each} />
      ))}
    </div>
  )
}

type Reference = NonNullable<ScenarioEvidence['reference']>

const REFERENCES = {
  exchange: { name: 'request', open: openExchange },
  callback: { name: 'callback', open: (id) => openMessageOnPage('sent', id) },
  capture: { name: 'captured request', open: (id) => openMessageOnPage('captured', id) },
  payment: { name: 'payment', open: openPayment },
} as const satisfies Record<Reference['type'], { name: string; open: (id: string) => void }>

function Message({ evidence }: { readonly evidence: ScenarioEvidence }) {
  const { title, reference, request, response, remarks = [] } = evidence
  return (
    <div>
      <div className="row">
        <h3 className="clip">{title}</h3>
        <span className="grow" />
        {reference === null ? null : (
          <Button
            size="small"
            look="quiet"
            icon="arrow"
            onClick={() => REFERENCES[reference.type].open(reference.id)}
          >
            Open the {REFERENCES[reference.type].name}
          </Button>
        )}
      </div>
      {remarks.map((remark) => (
        <p key={remark}>{remark}</p>
      ))}
      {request === null && response === null ? (
        <p className="dim">The bytes were not kept here because the limit was reached.</p>
      ) : (
        <details className="fold">
          <summary>Exact bytes</summary>
          <Output label="Request" text={request} />
          <Output label="Response" text={response} />
        </details>
      )}
    </div>
  )
}
