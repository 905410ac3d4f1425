import { readScenario } from '#scenarios/reading/read-scenario'
import { inline, itemLines, memberLines } from './yaml-lines'
import { CannotRecord, type Recording } from './facts'
import { recordedSteps, type WrittenStep } from './recorded-steps'

/**
 * Writes what happened to payments as a scenario that does the same and expects the same: their ids become variables, and
 * values that differ in every run become matchers. The clock is frozen, and time that passed becomes `advance` steps.
 * @throws CannotRecord where a scenario cannot express what happened
 */
export function recordScenario(recording: Recording): string {
  const { title, switches, faults, answers, omitted } = recording
  const text = [
    ...omitted.map((sentence) => `# Not recorded: ${sentence.replaceAll(/\s+/g, ' ')}`),
    `name: ${inline(title)}`,
    'tags: [recorded]',
    'given:',
    '  clock: frozen',
    ...(Object.keys(switches).length === 0 ? [] : memberLines('project', { switches }, '  ')),
    ...(answers.length === 0 ? [] : memberLines('capture', answers, '  ')),
    ...(faults.length === 0 ? [] : ['  faults:', ...faults.flatMap((fault) => itemLines(fault, '    '))]),
    'steps:',
    ...recordedSteps(recording).steps.flatMap(linesOf),
    '',
  ].join('\n')
  const reading = readScenario(text)
  if (reading.ok) return text
  const [first] = reading.problems
  throw new CannotRecord(`What happened does not fit into a scenario. ${first?.message ?? ''}`)
}

function linesOf(step: WrittenStep): readonly string[] {
  if (typeof step === 'string') return [`  - ${step}`]
  return itemLines(step, '  ')
}
