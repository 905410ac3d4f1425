import type { ReportStep, Verdict } from './report'

const isCallback = ({ step }: ReportStep): boolean =>
  step.kind === 'message' && step.reference?.type === 'callback'

const isRequest = ({ step }: ReportStep): boolean =>
  step.kind === 'message' && step.reference?.type === 'exchange'

const numbers = (steps: readonly ReportStep[]): readonly number[] => steps.map(({ n }) => n)

/** What the steps of a payment show about its integration. Nothing is judged that did not happen. */
export function verdictsOf(steps: readonly ReportStep[]): readonly Verdict[] {
  return [...signatureVerdicts(steps), ...refusals(steps), ...deliveries(steps)]
}

function signatureVerdicts(steps: readonly ReportStep[]): readonly Verdict[] {
  const checked = steps.filter(({ signature }) => signature !== undefined)
  const wrong = checked.filter(({ signature }) => signature?.isValid === false)
  if (checked.length === 0) return []
  if (wrong.length === 0) {
    return [{ passed: true, text: 'Every signature that was checked is valid.', steps: numbers(checked) }]
  }
  return wrong.map((step) => ({
    passed: false,
    text: `The signature is not valid. ${step.signature?.explanation ?? ''}`.trim(),
    steps: [step.n],
  }))
}

function refusals(steps: readonly ReportStep[]): readonly Verdict[] {
  const refused = steps.filter((step) => isRequest(step) && step.step.failed === true)
  return refused.map(({ n, step }) => ({
    passed: false,
    text: `The platform accepts the request. It was refused: ${step.detail ?? `status ${step.answer ?? 'none'}`}.`,
    steps: [n],
  }))
}

/** Each callback has to be answered with 200 (contract 9.4). */
function deliveries(steps: readonly ReportStep[]): readonly Verdict[] {
  const sent = steps.filter((step) => isCallback(step) && step.step.answer !== undefined)
  if (sent.length === 0) return []
  const byCallback = new Map<string, ReportStep[]>()
  for (const step of sent) {
    const id = step.step.reference?.id ?? ''
    byCallback.set(id, [...(byCallback.get(id) ?? []), step])
  }
  const failing = [...byCallback.values()].filter((attempts) =>
    attempts.some(({ step }) => step.failed === true),
  )
  if (failing.length === 0) {
    return [{ passed: true, text: 'Every callback was answered with 200 at once.', steps: numbers(sent) }]
  }
  return failing.flatMap((attempts): Verdict[] => {
    const failed = attempts.filter(({ step }) => step.failed === true)
    const answers = [...new Set(failed.map(({ step }) => answerWords(step.answer)))].join(', ')
    const accepted = attempts.find(({ step }) => step.failed !== true)
    return [
      {
        passed: false,
        text: `A callback is answered with 200. ${String(failed.length)} of ${String(attempts.length)} attempts of the ${attempts[0]?.step.title ?? 'callback'} failed: ${answers}.`,
        steps: numbers(failed),
      },
      ...(accepted === undefined
        ? []
        : [{ passed: true, text: 'The same callback was accepted later.', steps: [accepted.n] }]),
    ]
  })
}

const answerWords = (answer: string | undefined): string =>
  answer === undefined || answer === 'none' ? 'no response' : `status ${answer}`
