import { html, type Html, reportPage } from '#lib/html/html'
import { capitalized, counted } from '#lib/words'
import { differencesPart, evidencePart, open, REPORT_STYLE, textPart } from '#scenarios/reports/html'
import {
  type ExamResult,
  gradeWords,
  numbersOf,
  type RuleResult,
  type TrialResult,
  type Verdict,
} from '#exam/running/result'
import { failedTrials, having, inOrder, tally, unseenOf } from './order'

const CLASSES: Readonly<Record<Verdict, string>> = {
  passed: 'passed',
  failed: 'failed',
  'not observed': 'unseen',
}

const verdictPart = (verdict: Verdict, after = ''): Html =>
  html`<span class="state ${CLASSES[verdict]}">${capitalized(verdict)}${after}</span>`

/** Writes one HTML file with the grade, what to do, and the failed rules; everything else is collapsed. */
export function examHtml(result: ExamResult, version: string): string {
  const { grade, startedAt, callbackUrl, projectId, durationMs } = result
  return reportPage({
    title: `Exam: ${gradeWords(grade)}, ${tally(result)}`,
    style: EXAM_STYLE,
    body: html`<header>
        <h1>Exam of a merchant</h1>
        <p class="quiet">
          ${callbackUrl}, project ${projectId} · ${startedAt} · ${(durationMs / 1000).toFixed(0)} s · Paybench
          ${version}
        </p>
      </header>
      <main>${gradePart(result)} ${toDoPart(result)} ${inOrder(result).map(rulePart)}</main>`,
  })
}

function gradePart(result: ExamResult): Html {
  const { grade } = result
  const colour = grade.letter === 'A' ? 'good' : 'B–'.includes(grade.letter) ? 'mild' : 'bad'
  const share = (verdict: Verdict): Html =>
    html`<i class="${CLASSES[verdict]}" style="flex: ${having(result, verdict).length}"></i>`
  return html`<section class="grade" aria-label="Grade">
    <span class="letter ${colour}" role="img" aria-label="${gradeWords(grade)}">${grade.letter}</span>
    <div>
      <h2>${grade.heading}</h2>
      <p>${grade.explanation}</p>
    </div>
    <div>
      <div class="ratio" aria-hidden="true">${share('passed')}${share('failed')}${share('not observed')}</div>
      <p>${tally(result)}</p>
    </div>
  </section>`
}

function toDoPart(result: ExamResult): Html {
  return html`<section aria-label="What to do">
    <ul class="todo">
      ${having(result, 'failed').map(
        ({ rule }) =>
          html`<li>
            <a href="#rule-${rule.number}"><b>Rule ${rule.number} failed</b></a
            >: ${rule.remedy}
          </li>`,
      )}
      ${unseenOf(result).map(
        ({ heading, remedy, rules }) => html`<li><b>${heading}</b>: ${numbersOf(rules)}. ${remedy}</li>`,
      )}
    </ul>
  </section>`
}

function rulePart(result: RuleResult): Html {
  const { rule, verdict, reason, trials } = result
  const failed = failedTrials(result)
  const others = trials.filter((trial) => !failed.includes(trial))
  return html`<details class="rule" id="rule-${rule.number}" ${open(verdict === 'failed')}>
    <summary>
      <h2>Rule ${rule.number}: ${rule.title}</h2>
      ${verdictPart(verdict)}
    </summary>
    ${failed.length === 0 ? html`<p>${reason}</p>` : failed.map((trial) => failedPart(trial))}
    <div class="advice">
      <div>
        <h3>Remedy</h3>
        <p>${rule.remedy}</p>
      </div>
      <div>
        <h3>Why it matters</h3>
        <p>${rule.matters}</p>
        <p class="quiet">contract ${rule.sections}</p>
      </div>
    </div>
    ${
      others.length === 0
        ? null
        : html`<details>
            <summary>${counted(others.length, 'other trial')}</summary>
            ${others.map((trial) => trialPart(trial))}
          </details>`
    }
  </details>`
}

function failedPart(trial: TrialResult): Html {
  const { name, reason, expected, differences } = trial
  return html`<div class="trial">
    <div class="why">
      <p><b>${reason}</b></p>
      ${differencesPart(differences)}
    </div>
    <p class="quiet">${name}</p>
    ${textPart('Expected', expected === '' || differences.length > 0 ? null : expected)}
    ${sentPart(trial, true)}
  </div>`
}

function trialPart(trial: TrialResult): Html {
  const { name, verdict, reason } = trial
  return html`<div class="trial">
    <h3>${verdictPart(verdict, ':')} ${name}</h3>
    <p>${reason}</p>
    ${sentPart(trial, false)}
  </div>`
}

function sentPart({ evidence, scenario }: TrialResult, isOpen: boolean): Html {
  return html`${evidence.length === 0 ? null : html`<p class="quiet">Messages sent, in order</p>`}
  ${evidence.map((each) => evidencePart(each, isOpen))}
  ${
    scenario === null
      ? null
      : html`<details>
          <summary>Repeat it: paybench run ${scenario.file}</summary>
          <pre>${scenario.text}</pre>
        </details>`
  }`
}

const EXAM_STYLE = `${REPORT_STYLE}
.grade { display: flex; flex-wrap: wrap; gap: 20px; align-items: center; margin: 16px 0; padding: 14px 18px;
  border: 1px solid var(--line); border-radius: 8px; }
.letter { flex: none; width: 64px; height: 64px; display: grid; place-items: center; border: 3px solid currentColor;
  border-radius: 50%; font-size: 34px; font-weight: 700; }
.letter.good { color: var(--good); } .letter.mild { color: var(--mild); } .letter.bad { color: var(--bad); }
.grade > div { flex: 1 1 320px; } .grade h2 { margin: 0; font-size: 19px; } .grade p { margin: 4px 0 0; }
.ratio { display: flex; gap: 2px; height: 8px; margin: 0 0 8px; }
.ratio i { display: block; background: var(--good); border-radius: 2px; }
.ratio .failed { background: var(--bad); } .ratio .unseen { background: var(--line); }
.rule { margin-top: 28px; border-top: 2px solid var(--line); padding-top: 8px; break-inside: auto; }
.rule > summary { cursor: pointer; }
.rule h2 { display: inline; margin: 0; font-size: 19px; }
.todo { padding-left: 20px; } .todo li { margin: 6px 0; overflow-wrap: anywhere; }
.rule > summary .failed { color: var(--bad); } .rule > summary .passed { color: var(--good); }
.rule:not([open]) { margin-top: 8px; } .rule:not([open]) h2 { font-size: 15px; font-weight: 400; } .rule h3 { margin: 16px 0 4px; font-size: 15px; }
.advice { display: grid; grid-template-columns: repeat(auto-fit, minmax(280px, 1fr)); gap: 0 28px; max-width: 100%; }
.advice p { margin: 4px 0; } .trial { margin: 14px 0; }
.trial > h3 .state.failed { color: var(--bad); } .trial > h3 .state.passed { color: var(--good); }
@media print { body { max-width: none; padding: 0; } .rule { break-before: auto; } }
`
