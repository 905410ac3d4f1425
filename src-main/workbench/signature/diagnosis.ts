import type { Project } from '#domain/project/project'
import type { DiagnosticCrypto } from '#domain/signature/crypto'
import { diagnosing, triesWithin, type Diagnosis } from '#domain/signature/diagnosis/diagnose'
import { boundedExplanation, explainedItems } from '#lib/limits/bounded-text'
import type { Steps } from '#lib/steps'
import type { Result } from '#protocol/methods'
import type { SignedSource } from './messages'

export type DiagnosisView = Result<'signature.explain'>['diagnosis']

/** Most bytes that are hashed for one diagnosis: about three seconds of work, in slices. */
const MAX_HASHED_BYTES = 400_000_000
/** The mistake in longer texts is looked for only when the caller asks for it. */
const MAX_UNASKED_CHARS = 200_000

/** Looks for the mistake in a signature (contract 2.8). */
export async function diagnose(options: {
  readonly message: SignedSource['message']
  readonly place: SignedSource['place']
  readonly project: Project
  readonly otherProjects: readonly Project[]
  readonly crypto: DiagnosticCrypto
  /** Undefined: only where the text is short. */
  readonly isWanted: boolean | undefined
  readonly canonicalLength: number
  readonly run: <Outcome>(steps: Steps<Outcome>) => Promise<Outcome>
}): Promise<DiagnosisView> {
  const { message, place, project, otherProjects, crypto, isWanted, canonicalLength, run } = options
  if (isWanted === false || (isWanted === undefined && canonicalLength > MAX_UNASKED_CHARS)) {
    return skipped('The message is long, so the mistake was not looked for.', 'Start the diagnosis.')
  }
  const steps = diagnosing({
    root: message.root,
    bodyText: message.bodyText,
    surface: message.surface,
    encoding: message.encoding,
    secret: project.secret,
    otherSecrets: otherProjects,
    lenient: project.switches.lenientSignatures,
    crypto,
    place,
    maxTries: triesWithin(MAX_HASHED_BYTES),
  })
  return diagnosisView(await run(steps))
}

const NOTHING = { message: '', fix: '', tries: 0, complete: true, explanations: [] }

function skipped(message: string, fix: string): DiagnosisView {
  return { ...NOTHING, state: 'skipped', message, fix, complete: false }
}

/** For a message with masked card data: the data is no longer what was signed. */
export const MASKED: DiagnosisView = skipped(
  'Card data was masked before this message was stored, so its signature can no longer be recomputed.',
  'The verdict was made on the original message. To find the mistake, sign a message without card data in the same way.',
)

/** For a project whose secret is not in the session. */
export const WITHOUT_SECRET: DiagnosisView = skipped(
  "This session does not contain the project's secret, so no signature can be recomputed.",
  'Enter the secret, or export the session again with secrets.',
)

function diagnosisView(diagnosis: Diagnosis): DiagnosisView {
  switch (diagnosis.state) {
    case 'right':
      return { ...NOTHING, state: 'right', message: 'The signature is correct; there is no mistake to find.' }
    case 'unreadable':
      return { ...NOTHING, ...diagnosis }
    case 'unexplained':
      return { ...diagnosis, explanations: [] }
    case 'explained': {
      const { explanations, tries, complete } = diagnosis
      const [{ message, fix }] = explanations
      return {
        state: 'explained',
        message,
        fix,
        tries,
        complete,
        explanations: explanations.map((each) => ({
          mistakes: each.mistakes.map((mistake) => ({ ...mistake })),
          message: each.message,
          fix: each.fix,
          canonical: boundedExplanation(each.text),
          lines: [...explainedItems(each.lines, ({ length }) => length).items],
          difference: each.difference,
        })),
      }
    }
  }
}
