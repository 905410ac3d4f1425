import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import {
  type ExamResult,
  gradeOf,
  type RuleResult,
  type TrialResult,
  unrunResult,
  type Verdict,
} from '#exam/running/result'
import { COMMAND_LINE_REMEDIES } from '#hosts/cli/exam/exam-command'
import { EXAM_RULES } from '#exam/rules/exam-rules'
import { examJunit, examLines } from './report-exam'
import { examHtml } from './html'
import { unseenOf } from './order'

const ruleOf = (number: number, verdict: Verdict, rest: Partial<RuleResult> = {}): RuleResult => {
  const rule = EXAM_RULES.find((each) => each.number === number)
  if (rule === undefined) throw new Error(`There is no rule ${number}.`)
  return { rule, verdict, reason: '', trials: [], ...rest }
}

const remedy = COMMAND_LINE_REMEDIES.orders
const orders = { missingPart: { part: 'orders', remedy } } as const
const rules = [
  ruleOf(3, 'not observed', { ...orders, reason: `The effect on the order was not seen. ${remedy}` }),
  ruleOf(4, 'passed', { reason: 'The merchant behaved as required.' }),
  ruleOf(6, 'not observed', { ...orders, reason: `Rule 4 has to be observed first. ${remedy}` }),
  ruleOf(8, 'failed', {
    reason: 'The order is no longer paid.',
    trials: [
      { ...unrunResult({ name: 'Another trial' }, 'As required.'), verdict: 'passed' },
      {
        ...unrunResult({ name: 'A late callback' }, 'The order is no longer paid.'),
        verdict: 'failed',
        expected: '{body: {state: "paid"}}',
        differences: [{ field: 'body.state', expected: '"paid"', actual: '"open"' }],
      },
    ],
  }),
  ruleOf(18, 'not observed', { reason: 'Check the names.' }),
  ruleOf(19, 'not observed', { reason: 'Check the firewall.' }),
]
const exam: ExamResult = {
  ...{ startedAt: '2031-04-09T10:00:00.000Z', durationMs: 1000, callbackUrl: 'http://127.0.0.1:4000' },
  ...{ projectId: 1, rules, grade: gradeOf(rules, null), unfinished: null },
}

it('the report has one line for all rules that lack the same part of the setup, and says how to supply it', () => {
  expect(unseenOf(exam).map(({ heading, rules: all }) => [heading, all.length])).toEqual([
    ['2 rules need an order address', 2],
    ['2 rules need a person to look', 2],
  ])
  const lines = examLines(exam)
  const at = lines.findIndex((line) => line.startsWith('not observed'))
  expect(lines.slice(at, at + 2).map((line) => line.trim())).toEqual([
    'not observed     2 rules need an order address: 3, 6',
    'Give the address of an order as JSON with --orders.',
  ])
})

const PARTS = [
  'Not ready to go live',
  'Rule 8 failed',
  '2 rules need an order address',
  'The order is no longer paid.',
  'body.state',
  'Remedy',
  'Another trial',
  'Rule 3:',
  'Rule 4:',
]

it('the page shows the verdict, what to do, the failures with their differences, then the rest collapsed', () => {
  const html = examHtml(exam, '1.0')
  const page = html.slice(html.indexOf('aria-label="What to do"'))
  const text = page.replaceAll(/<[^>]*>|\s+/g, ' ')
  const places = PARTS.slice(1).map((part) => text.indexOf(part))
  expect(places).not.toContain(-1)
  expect(places).toEqual(places.toSorted((one, other) => one - other))
  expect(html.indexOf(PARTS[0] ?? '')).toBeLessThan(html.indexOf('What to do'))
  expect(html).toContain('<td>body.state</td>\n<td>&quot;paid&quot;</td>\n<td>&quot;open&quot;</td>')
  expect(html.match(/<details class="rule" id="rule-\d+" open>/g)).toEqual([
    '<details class="rule" id="rule-8" open>',
  ])
})

it('a JUnit message has the trial, the difference and the remedy', () => {
  expect(examJunit(exam)).toMatch(
    /message="[^"]+: The order is no longer paid. body.state: expected &quot;paid&quot;, was &quot;open&quot; Remedy: [^"]+"/,
  )
})

it('the guide shows the terminal output of an exam', () => {
  const reason = 'The order is no longer paid after a late intermediate callback.'
  const clarification = {
    missingPart: { part: 'clarification', remedy: COMMAND_LINE_REMEDIES.clarification },
  } as const
  const rule8 = ruleOf(8, 'failed')
  const [trial] = rule8.rule.trials ?? []
  const failed: TrialResult = {
    ...{ name: trial?.name ?? '', verdict: 'failed', reason, expected: '', evidence: [], question: null },
    differences: [{ field: 'body.order.state', expected: '"paid"', actual: '"open"' }],
    scenario: { file: `rule-08-${trial?.id ?? ''}.yaml`, text: '' },
  }
  const judged: readonly RuleResult[] = [
    ...[1, 2, 4].map((number) => ruleOf(number, 'passed')),
    { ...rule8, reason, trials: [failed] },
    ...[11, 12, 13].map((number) => ruleOf(number, 'not observed', clarification)),
    ...[18, 19].map((number) => ruleOf(number, 'not observed')),
  ]
  const sample = examLines({ ...exam, durationMs: 24_200, rules: judged, grade: gradeOf(judged, null) })
  const guide = readFileSync(join(import.meta.dirname, '../../../docs/exam.md'), 'utf8')
  expect(guide).toContain(`\`\`\`\n${sample.join('\n')}\n\`\`\``)
})
