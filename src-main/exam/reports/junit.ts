import { escapedXml } from '#scenarios/reports/junit'
import { differenceLine } from '#lib/match/nearest'
import { countOf } from '#exam/running/grade'
import type { ExamResult, RuleResult } from '#exam/running/result'
import { failedTrials } from './order'

/** Formats the result as JUnit XML: one case for each rule. A rule that was not observed is reported as skipped. */
export function examJunit(result: ExamResult): string {
  const { rules, durationMs, startedAt } = result
  const counts = `tests="${rules.length}" failures="${countOf(rules, 'failed')}" errors="0" skipped="${countOf(rules, 'not observed')}"`
  const seconds = (durationMs / 1000).toFixed(3)
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<testsuites name="Paybench exam" ${counts} time="${seconds}">`,
    `  <testsuite name="Exam" ${counts} time="${seconds}" timestamp="${escapedXml(startedAt)}">`,
    ...rules.flatMap(ruleCase),
    '  </testsuite>',
    '</testsuites>',
    '',
  ].join('\n')
}

function ruleCase(result: RuleResult): readonly string[] {
  const { rule, verdict, reason, durationMs = 0 } = result
  const name = `Rule ${rule.number}: ${rule.title}`
  const head = `    <testcase name="${escapedXml(name)}" classname="exam" time="${(durationMs / 1000).toFixed(3)}">`
  if (verdict === 'passed') return [head, '    </testcase>']
  if (verdict === 'not observed') {
    return [head, `      <skipped message="${escapedXml(reason)}"/>`, '    </testcase>']
  }
  const failed = failedTrials(result)
  const text = failed.flatMap(({ reason: why, differences, evidence, scenario }) => [
    why,
    ...differences.map(differenceLine),
    ...evidence.flatMap(({ title, request, response }) => ['', title, request ?? '', response ?? '']),
    ...(scenario === null ? [] : ['', scenario.file, scenario.text]),
  ])
  const [first] = failed
  const differences = (first?.differences ?? []).slice(0, 3).map(differenceLine)
  const trial = first === undefined ? [] : [`${first.name}:`]
  const remedy = `Remedy: ${rule.remedy}`
  const message = [...trial, reason, ...differences, remedy].join(' ')
  return [
    head,
    `      <failure message="${escapedXml(message)}" type="rule ${rule.number}">${escapedXml([...text, '', remedy].join('\n'))}</failure>`,
    '    </testcase>',
  ]
}
