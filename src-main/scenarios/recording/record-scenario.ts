import { readScenario } from '#scenarios/reading/read-scenario'
import { CannotRecord, type Recording } from './facts'
import { recordedSteps, type WrittenStep } from './recorded-steps'
import { Document, visit } from 'yaml'
import { isRecord, type Members } from '#lib/json/node'

/** Writes payments as a scenario that repeats them. Throws CannotRecord for what a scenario cannot express. */
export function recordScenario(recording: Recording): string {
  const { title, switches, faults, responses, omitted } = recording
  const text = [
    ...omitted.map((sentence) => `# Not recorded: ${sentence.replaceAll(/\s+/g, ' ')}`),
    `name: ${inline(title)}`,
    'tags: [recorded]',
    'given:',
    '  clock: frozen',
    ...(Object.keys(switches).length === 0 ? [] : memberLines('project', { switches }, '  ')),
    ...(responses.length === 0 ? [] : memberLines('capture', responses, '  ')),
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

/** Values that would make a line longer are written with their members on separate lines. */
const MAX_LINE_CHARS = 100

/** Line ends and other characters that would break a line, or be read differently, outside of quotes. */
const CONTROL = /[\p{Cc}\p{Zl}\p{Zp}\uFEFF]/u

function inline(value: unknown): string {
  const document = new Document(value, { aliasDuplicateObjects: false })
  visit(document, {
    Scalar(_, node) {
      if (typeof node.value === 'string' && CONTROL.test(node.value)) node.type = 'QUOTE_DOUBLE'
    },
  })
  return document
    .toString({
      collectionStyle: 'flow',
      flowCollectionPadding: true,
      lineWidth: 0,
      // Line ends in a text remain escaped.
      doubleQuotedMinMultiLineLength: Number.MAX_SAFE_INTEGER,
    })
    .replace(/\n$/, '')
}

/** Writes a member of a map: on one line if it is short, otherwise with its content below. Texts are never broken. */
export function memberLines(key: string, value: unknown, indent: string): readonly string[] {
  const head = `${indent}${inline(key)}:`
  const line = `${head} ${inline(value)}`
  if (line.length <= MAX_LINE_CHARS) return [line]
  const below = `${indent}  `
  if (isRecord(value) && Object.keys(value).length > 0)
    return [head, ...Object.entries(value).flatMap(([name, inner]) => memberLines(name, inner, below))]
  if (Array.isArray(value) && value.length > 0)
    return [head, ...value.flatMap((item: unknown) => listLines(item, below))]
  return [line]
}

/** Writes a map as an item of a list: its members one below the other, each as {@link memberLines} writes it. */
export function itemLines(item: Members, indent: string): readonly string[] {
  const below = `${indent}  `
  const lines = Object.entries(item).flatMap(([key, value]) => memberLines(key, value, below))
  return lines.map((line, at) => (at === 0 ? `${indent}- ${line.slice(below.length)}` : line))
}

function listLines(item: unknown, indent: string): readonly string[] {
  const line = `${indent}- ${inline(item)}`
  if (line.length <= MAX_LINE_CHARS || !isRecord(item) || Object.keys(item).length === 0) return [line]
  return itemLines(item, indent)
}
