import { html, type Html } from '../../lib/html/html'
import { evidencePart } from '../../scenarios/reports/html'
import { countOf, gradeWords } from '../running/grade'
import type { ExamResult, RuleResult, TrialResult, Verdict } from '../running/result'
import { EXAM_STYLE } from './html-style'
import { inOrder, tally } from './order'

const WORDS: Readonly<Record<Verdict, string>> = {
  passed: 'Passed',
  failed: 'Failed',
  'not observed': 'Not observed',
}
const CLASSES: Readonly<Record<Verdict, string>> = {
  passed: 'passed',
  failed: 'failed',
  'not observed': 'unseen',
}

/**
 * Formats the result as one HTML file that can be passed on: the grade, the table of the rules, and for each rule what
 * was sent, why, and how to repeat it.
 */
export function examHtml(result: ExamResult, version: string): string {
  const { grade, startedAt, callbackUrl, projectId, durationMs } = result
  const rules = inOrder(result)
  const page = html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'" />
        <title>Exam: ${gradeWords(grade)}, ${tally(result)}</title>
        <style>
          ${{ markup: EXAM_STYLE }}
        </style>
      </head>
      <body>
        <header>
          <h1>Exam of a merchant</h1>
          <p class="quiet">
            ${callbackUrl}, project ${projectId} · ${startedAt} · ${(durationMs / 1000).toFixed(0)} s ·
            Paybench ${version}
          </p>
        </header>
        <main>
          ${gradePart(result)}
          <div class="wide">
            <table>
              <thead>
                <tr>
                  <th scope="col">Rule</th>
                  <th scope="col">Verdict</th>
                  <th scope="col">What it says, and what was seen or is missing</th>
                </tr>
              </thead>
              <tbody>
                ${rules.map(rowPart)}
              </tbody>
            </table>
          </div>
          ${rules.map(rulePart)}
        </main>
      </body>
    </html>`
  return `${page.markup}\n`
}

function gradePart(result: ExamResult): Html {
  const { rules, grade } = result
  const colour = grade.letter === 'A' ? 'good' : 'B–'.includes(grade.letter) ? 'mild' : 'bad'
  const share = (verdict: Verdict): Html =>
    html`<i class="${CLASSES[verdict]}" style="flex: ${countOf(rules, verdict)}"></i>`
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

function rowPart({ rule, verdict, reason }: RuleResult): Html {
  return html`<tr>
    <td class="number"><a href="#rule-${rule.number}">${rule.number}</a></td>
    <td><span class="state ${CLASSES[verdict]}">${WORDS[verdict]}</span></td>
    <td>${rule.title}${verdict === 'passed' ? null : html`<small>${reason}</small>`}</td>
  </tr>`
}

function rulePart({ rule, verdict, reason, trials }: RuleResult): Html {
  return html`<section class="rule" id="rule-${rule.number}">
    <h2>Rule ${rule.number}: ${rule.title}</h2>
    <p class="quiet">${WORDS[verdict]} · contract ${rule.sections}</p>
    ${
      verdict === 'failed'
        ? html`<div class="why">
            <p><b>${reason}</b></p>
          </div>`
        : html`<p>${reason}</p>`
    }
    <div class="advice">
      <div>
        <h3>Why it matters</h3>
        <p>${rule.matters}</p>
      </div>
      <div>
        <h3>Remedy</h3>
        <p>${rule.remedy}</p>
      </div>
    </div>
    ${trials.map(trialPart)}
  </section>`
}

function trialPart({ name, verdict, reason, expected, differences, evidence, scenario }: TrialResult): Html {
  const isFailed = verdict === 'failed'
  return html`<div class="trial">
    <h3><span class="state ${CLASSES[verdict]}">${WORDS[verdict]}:</span> ${name}</h3>
    <p>${reason}</p>
    ${
      expected === ''
        ? null
        : html`<p class="quiet">Expected</p>
            <pre>${expected}</pre>`
    }
    ${
      differences.length === 0
        ? null
        : html`<p class="quiet">Actual</p>
            <pre>${differences.join('\n')}</pre>`
    }
    ${evidence.length === 0 ? null : html`<p class="quiet">Messages sent, in order</p>`}
    ${evidence.map((each) => evidencePart(each, isFailed))}
    ${
      scenario === null
        ? null
        : html`<details>
            <summary>Repeat it: paybench run ${scenario.file}</summary>
            <pre>${scenario.text}</pre>
          </details>`
    }
  </div>`
}
