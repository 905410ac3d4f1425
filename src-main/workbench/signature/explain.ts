import { createPacer, runSteps } from '#core/run-steps'
import { verdictOf } from '#core/verdict'
import { projectNamedIn } from '#domain/api/rules'
import { SECRET_LEFT_OUT, type Project } from '#domain/project/project'
import { oddAmounts } from '#domain/signature/diagnosis/amounts'
import { explaining, type DialectVerdict, type SignatureExplanation } from '#domain/signature/explain'
import { semicolonWarning } from '#domain/signature/semicolons'
import { type JsonNode, toPlain } from '#lib/json/node'
import { explainedItems, boundedExplanation } from '#lib/limits/bounded-text'
import type { Steps } from '#lib/steps'
import type { ParsedParams, Result } from '#protocol/methods'
import type { BenchContext } from '#workbench/context'
import { diagnose, MASKED, WITHOUT_SECRET, type DiagnosisView } from './diagnosis'
import { chosenMessage, type SignedSource } from './messages'
import { dialects } from '#domain/signature/dialects'

type Explained = Result<'signature.explain'>

/** Real milliseconds of work between two pauses for other work. */
const SLICE_MS = 10

/** The signature of a message, line by line and in every dialect, and what is wrong with it (contract 2). */
export async function explainSignature(
  context: BenchContext,
  params: ParsedParams<'signature.explain'>,
): Promise<Explained> {
  const { projects, ports } = context
  const { crypto } = ports
  const source = chosenMessage(context.store, params)
  const { place, recorded } = source
  const { root, encoding } = source.message
  const surface = params.surface ?? source.message.surface
  const project = projectFor(context, params, source)

  const explained = await inSlices(explaining({ root, secret: project.secret, crypto, surface, place }))
  await new Promise(setImmediate)
  const { canonical } = explained
  const verdict =
    recorded ?? verdictOf({ root, project, crypto, surface, ...(place === undefined ? {} : { place }) })
  const uncheckable = uncheckableReason(source, project)
  const shown = explainedItems(canonical.ok ? canonical.lines : [], ({ line }) => 2 * line.length)
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
      (await diagnose({
        message: { ...source.message, surface },
        place,
        project,
        otherProjects: projects.all().filter(({ projectId }) => projectId !== project.projectId),
        crypto,
        isWanted: params.diagnose,
        canonicalLength: canonical.ok ? canonical.text.length : 0,
        run: inSlices,
      })),
    remarks: remarksOf(root, shown.left),
  }
}

/** Runs all steps, with pauses for other work. */
const inSlices = <Outcome>(steps: Steps<Outcome>): Promise<Outcome> =>
  runSteps(steps, createPacer(undefined, { sliceMs: SLICE_MS }))

/** The project whose secret counts: the caller's choice, else the one on record, else the one that the message names. */
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

/** Why nothing can be recomputed; null where it can. */
function uncheckableReason({ recorded }: SignedSource, { secret }: Project): DiagnosisView | null {
  if (recorded !== null) return MASKED
  return secret === SECRET_LEFT_OUT ? WITHOUT_SECRET : null
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

/** Another text to compare with that is not a dialect: boolean words are read as booleans. */
const WORDS_READ = {
  dialect: 'REF_WORDS',
  name: 'Reference, boolean words read',
  explanation:
    'The words true and false are read as 1 and 0: URL builders write booleans as words although 1 and 0 were signed. The form accepts both.',
}

/** What every dialect makes of a message. The number of the first line that differs counts from 1. */
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
