import type { Handlers } from '#protocol/methods'
import type { BenchContext } from '#workbench/payment-engine'
import { collectReport, type PaymentReport, type Report } from './collect'
import { htmlReport } from './html'
import { moment } from '#lib/time/time'
import { clock, type ReportStep, statusWords, stepWords } from './report'

/** Reports for people without Paybench. */
export function reportHandlers(context: BenchContext, version: string): Pick<Handlers, 'reports.payments'> {
  return {
    'reports.payments': async ({ keys, format }) => {
      const report = await collectReport(context, keys, version)
      return {
        text: format === 'html' ? htmlReport(report) : markdownReport(report),
        isCut: report.isCut,
      }
    },
  }
}

function markdownReport({ version, writtenAt, payments }: Report): string {
  return [
    ...payments.map(paymentPart),
    `_Card numbers and secrets are masked. Written ${moment(writtenAt)}, virtual time UTC, by Paybench ${version}._\n`,
  ].join('\n')
}

/** Invisibly separates what a tracker would turn into a link or a mention. */
const WORD_JOINER = '\u2060'

/**
 * Makes text one line of Markdown without markup, HTML or a list. Trackers look for mentions (`@name`), issues (`#1`,
 * `GH-1`) and addresses after they have removed the backslashes, so these also get a {@link WORD_JOINER}.
 */
const escapeMarkdown = (text: string): string =>
  text
    .replaceAll(/[\r\n]+/g, ' ')
    .replaceAll(/[@#!](?=\w)|:(?=\/\/)|\b(?:www(?=\.)|GH(?=-\d))/gi, `$&${WORD_JOINER}`)
    .replaceAll(/[\\`*_[\]<>|#&~]/g, (mark) => `\\${mark}`)
    .replace(/^(\s*)(?=[-+=])|^(\s*\d+)(?=[.)]\s)/, '$1$2\\')

/** A code block whose fence is longer than any run of backticks in the text. */
function codeBlock(text: string): string {
  const longest = Math.max(2, ...[...text.matchAll(/`+/g)].map(([ticks]) => ticks.length))
  const fence = '`'.repeat(longest + 1)
  return `${fence}\n${text.trimEnd()}\n${fence}`
}

function paymentPart(report: PaymentReport): string {
  const { payment, project, lead, facts, steps, leftOut, verdicts, notes } = report
  const lines = [
    `## Payment ${escapeMarkdown(payment.paymentId)}: ${statusWords(payment)}`,
    '',
    escapeMarkdown(lead),
    '',
    ...facts.map(([name, value]) => `- ${escapeMarkdown(name)}: ${escapeMarkdown(value)}`),
    `- Project: ${escapeMarkdown(project)}`,
    '',
    ...notes.flatMap(({ about, annotation: { labels, note } }) => [
      `**Note${about === null ? '' : ` on step ${escapeMarkdown(about)}`}**${labels.length === 0 ? '' : ` (${labels.map(escapeMarkdown).join(', ')})`}`,
      '',
      ...(note === '' ? [] : [...note.split('\n').map((line) => `> ${escapeMarkdown(line)}`), '']),
    ]),
    ...(verdicts.length === 0 ? [] : ['**Verdicts**', '']),
    ...verdicts.map(
      ({ passed, text, steps: shown }) =>
        `- ${passed ? '✓ passed' : '✗ failed'}: ${escapeMarkdown(text)} (${shown.length === 1 ? 'step' : 'steps'} ${stepWords(shown)})`,
    ),
    '',
    '**Messages and events**',
    '',
    ...steps.flatMap(stepLines),
    ...(leftOut === undefined ? [] : [escapeMarkdown(leftOut), '']),
  ]
  return lines.join('\n')
}

function stepLines({ n, step, parts, marks }: ReportStep): readonly string[] {
  const way = step.from === step.to ? step.from : `${step.from} to ${step.to}`
  const answer = step.answer === undefined ? '' : `, ${escapeMarkdown(step.answer)}`
  return [
    `${String(n)}. \`${clock(step.at)}\` ${way}: **${escapeMarkdown(step.title)}**${answer}${step.detail === undefined ? '' : `. ${escapeMarkdown(step.detail)}`}`,
    '',
    ...marks.flatMap((mark) => [escapeMarkdown(mark), '']),
    ...parts.flatMap(({ title, text }) => [escapeMarkdown(title), '', codeBlock(text), '']),
  ]
}
