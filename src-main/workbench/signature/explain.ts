import { createPacer, runSteps } from '#core/retention'
import { verdictOf } from '#core/verdict'
import { projectNamedIn } from '#domain/api/rules'
import { SECRET_LEFT_OUT, type Project } from '#domain/project/project'
import { oddAmounts, semicolonWarning } from '#domain/signature/remarks'
import { explaining, type DialectVerdict, type SignatureExplanation } from '#domain/signature/explain'
import { type JsonNode, toPlain } from '#lib/json/node'
import { explainedItems, boundedExplanation } from '#lib/limits/bounded-text'
import type { Steps } from '#lib/steps'
import type { ParsedParams, Result } from '#protocol/methods'
import type { BenchContext } from '#workbench/payment-engine'
import { chosenMessage, type SignedSource } from './messages'
import { dialects } from '#domain/signature/dialects'
import { pick } from '#lib/members'
import { diagnosing, triesWithin, type Diagnosis } from '#domain/signature/diagnosis/diagnose'

type Explained = Result<'signature.explain'>

const SLICE_MS = 10

/** Explains the signature of a message line by line and in every dialect, and finds its mistake (contract 2). */
export async function explainSignature(
  context: BenchContext,
  params: ParsedParams<'signature.explain'>,
): Promise<Explained> {
  const { crypto } = context
  const source = chosenMessage(context.store, params)
  const { place, recorded } = source
  const { root, encoding } = source.message
  const surface = params.surface ?? source.message.surface
  const project = projectFor(context, params, source)

  const explained = await inSlices(explaining({ root, secret: project.secret, crypto, surface, place }))
  await new Promise(setImmediate)
  const { canonical } = explained
  const verdict = recorded ?? verdictOf({ root, project, crypto, surface, place })
  // Null if the signature can be recomputed.
  const uncheckable = recorded !== null ? MASKED : project.secret === SECRET_LEFT_OUT ? WITHOUT_SECRET : null
  const shown = explainedItems(canonical.ok ? canonical.lines : [], ({ line }) => 2 * line.length)
  const isLong = canonical.ok && canonical.text.length > MAX_UNASKED_CHARS
  const unwanted =
    params.diagnose === false ? NOT_WANTED : params.diagnose !== true && isLong ? TOO_LONG : null
  return {
    canonical: canonical.ok ? canonical.text : '',
    lines: shown.items.map(({ path, value, line }) => ({ path, value, line })),
    expected: uncheckable === null ? (explained.expected ?? '') : (verdict.expected ?? ''),
    received: explained.received ?? null,
    reading: explained.reading,
    verdict,
    dialects: uncheckable === null ? dialectRows(explained) : [],
    source: { kind: encoding, surface, projectId: project.projectId },
    diagnosis:
      uncheckable ??
      unwanted ??
      (await diagnose(context, { ...source, message: { ...source.message, surface } }, project)),
    remarks: [...(source.marks ?? []), ...remarksOf(root, shown.left)],
  }
}

const inSlices = <Outcome>(steps: Steps<Outcome>): Promise<Outcome> =>
  runSteps(steps, createPacer(undefined, { sliceMs: SLICE_MS }))

/**
 * The project whose secret is used. In order of precedence: the caller's choice, the recorded project, the project
 * that the message names, and the default project. A secret from the caller replaces that of the project.
 */
function projectFor(
  { projects }: BenchContext,
  params: ParsedParams<'signature.explain'>,
  { projectId, message }: SignedSource,
): Project {
  const named = projectNamedIn(toPlain(message.root))
  const known = named === null || projects.byId(named) === null ? undefined : named
  const project = projects.find(params.projectId ?? projectId ?? known)
  return params.secret === undefined ? project : { ...project, secret: params.secret }
}

function remarksOf(root: JsonNode, unlistedLines: number): Explained['remarks'] {
  const semicolons = semicolonWarning(root)
  return [
    ...oddAmounts(root),
    ...(semicolons === null ? [] : [semicolons]),
    ...(unlistedLines === 0
      ? []
      : [`The string to sign is long: ${String(unlistedLines)} of its lines are not listed.`]),
  ]
}

type DialectRows = Result<'signature.explain'>['dialects']

/** An additional row beside the dialects: the reference, with boolean words read as booleans. */
const WORDS_READ = {
  dialect: 'REF_WORDS',
  name: 'Reference, with boolean words read',
  explanation:
    'The words true and false are read as 1 and 0: URL builders write booleans as words although 1 and 0 were signed. The form accepts both.',
}

/** `differsAt` counts lines from 1. */
function dialectRows({ dialects: all, booleanWords }: SignatureExplanation): DialectRows {
  const [reference] = all
  const expected = reference?.ok === true ? reference.lines : []
  const [first, ...others] = all.map((verdict) => {
    const { name, explanation } = dialects[verdict.dialect]
    return rowOf(verdict, { dialect: verdict.dialect, name, explanation }, expected)
  })
  return [
    ...(first === undefined ? [] : [first]),
    ...(booleanWords === undefined ? [] : [rowOf(booleanWords, WORDS_READ, expected)]),
    ...others,
  ]
}

function rowOf(
  verdict: DialectVerdict,
  named: { readonly dialect: string; readonly name: string; readonly explanation: string },
  reference: readonly string[],
): DialectRows[number] {
  if (!verdict.ok) return { ...named, matches: false, failure: verdict.failure }
  const { text, lines, signature, matches } = verdict
  const at = lines.findIndex((line, index) => line !== reference[index])
  return {
    ...named,
    matches,
    ...(at < 0 ? {} : { differsAt: at + 1 }),
    canonical: boundedExplanation(text),
    signature,
  }
}

type DiagnosisView = Result<'signature.explain'>['diagnosis']

/** About three seconds of work for one diagnosis, in slices. */
const MAX_HASHED_BYTES = 400_000_000
/** In longer texts the mistake is searched for only on request. */
const MAX_UNASKED_CHARS = 200_000

/** Searches for the mistake (contract 2.8). */
async function diagnose(
  { projects, crypto }: BenchContext,
  { message, place }: SignedSource,
  project: Project,
): Promise<DiagnosisView> {
  const steps = diagnosing({
    ...message,
    secret: project.secret,
    otherSecrets: projects.all().filter(({ projectId }) => projectId !== project.projectId),
    lenient: project.switches.lenientSignatures,
    crypto,
    place,
    maxTries: triesWithin(MAX_HASHED_BYTES),
  })
  return diagnosisView(await inSlices(steps))
}

const NOTHING = { message: '', fix: '', tries: 0, complete: true, explanations: [] }

function noSearch(message: string, fix: string): DiagnosisView {
  return { ...NOTHING, state: 'skipped', message, fix, complete: false }
}

const NOT_WANTED = noSearch('No search for the mistake was requested.', 'Start the diagnosis.')
const TOO_LONG = noSearch('The message is long, so the mistake was not searched for.', 'Start the diagnosis.')

/** Used if card data was masked: the stored message is no longer what was signed. */
const MASKED: DiagnosisView = noSearch(
  'Card data was masked before this message was stored, so its signature can no longer be recomputed.',
  'The verdict applies to the original message. To find the mistake, sign a message without card data in the same way.',
)

const WITHOUT_SECRET: DiagnosisView = noSearch(
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
      const [{ message, fix }] = diagnosis.explanations
      return {
        ...pick(diagnosis, 'state', 'tries', 'complete'),
        message,
        fix,
        explanations: diagnosis.explanations.map((each) => ({
          ...pick(each, 'message', 'fix', 'difference'),
          mistakes: each.mistakes.map((mistake) => ({ ...mistake, topics: [...mistake.topics] })),
          canonical: boundedExplanation(each.text),
          lines: [...explainedItems(each.lines, ({ length }) => length).items],
        })),
      }
    }
  }
}
