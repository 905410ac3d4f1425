import { escapedXml } from '../../scenarios/reports/junit'
import { countOf } from '../running/grade'
import type { ExamResult, RuleResult } from '../running/result'

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

function ruleCase({ rule, verdict, reason, trials, durationMs = 0 }: RuleResult): readonly string[] {
  const name = `Rule ${rule.number}: ${rule.title}`
  const head = `    <testcase name="${escapedXml(name)}" classname="exam" time="${(durationMs / 1000).toFixed(3)}">`
  if (verdict === 'passed') return [head, '    </testcase>']
  if (verdict === 'not observed') {
    return [head, `      <skipped message="${escapedXml(reason)}"/>`, '    </testcase>']
  }
  const text = trials
    .filter((trial) => trial.verdict === 'failed')
    .flatMap(({ reason: why, differences, evidence, scenario }) => [
      why,
      ...differences,
      ...evidence.flatMap(({ title, request, response }) => ['', title, request ?? '', response ?? '']),
      ...(scenario === null ? [] : ['', scenario.file, scenario.text]),
    ])
  const differences = trials.find((trial) => trial.verdict === 'failed')?.differences ?? []
  const message = [reason, ...differences.slice(0, 3).map((line) => line.trim())].join(' ')
  return [
    head,
    `      <failure message="${escapedXml(message)}" type="rule ${rule.number}">${escapedXml([...text, '', `Remedy: ${rule.remedy}`].join('\n'))}</failure>`,
    '    </testcase>',
  ]
}
