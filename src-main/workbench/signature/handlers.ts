import { BenchError } from '../../protocol/bench-error'
import type { Handlers, ParsedParams, Result } from '../../protocol/methods'
import { boundedExplanation, explainedItems } from '../../lib/limits/bounded-text'
import { parseJson } from '../../lib/json/parse'
import { valueAt, wholeNumber } from '../../domain/api/rules'
import { toPlain } from '../../lib/json/node'
import type { JsonNode } from '../../lib/json/node'
import type { Project } from '../../domain/project/project'
import { canonicalise } from '../../domain/signature/canonical'
import { oddAmounts } from '../../domain/signature/diagnosis/amounts'
import { diagnosing, triesWithin } from '../../domain/signature/diagnosis/diagnose'
import type { Diagnosis } from '../../domain/signature/diagnosis/diagnose'
import { dialects } from '../../domain/signature/dialects'
import { explaining } from '../../domain/signature/explain'
import { readPasted } from './pasted/pasted-message'
import { semicolonWarning } from '../../domain/signature/semicolons'
import { signatureOf } from '../../domain/signature/sign'
import type { Steps } from '../../lib/steps'
import { verdictOf } from '../../bench/verdict'
import type { BenchContext } from '../context'
import { SECRET_LEFT_OUT } from '../../domain/project/project'
import { createPacer, runSteps } from '../../bench/run-steps'
import { dialectRows } from './dialects'
import { recordedCallback, recordedExchange } from './messages'
import type { RecordedMessage } from './messages'
import { notFound } from '../../bench/errors'

type SignatureHandlers = Pick<Handlers, Extract<keyof Handlers, `signature.${string}`>>
type Explained = Result<'signature.explain'>
type Readable = RecordedMessage & { readonly ok: true }

/** Bytes hashed at most for one diagnosis: about three seconds, in slices. */
const HASHED_AT_MOST = 400_000_000
/** Milliseconds of searching between two looks at other work. */
const SLICE_MS = 10
/** Longer pasted texts are searched only when they are asked for. */
const SEARCHED_UNASKED = 200_000

const PROJECT_PLACES = [['general', 'project_id'], ['project_id'], ['customer', 'project_id']]

/** Signing and explaining for people and scripts (contract 2). */
export function signatureHandlers(context: BenchContext): SignatureHandlers {
  const { projects, ports, store } = context

  const projectWith = (projectId: number | null | undefined, secret: string | undefined): Project => {
    const project =
      projectId === undefined || projectId === null ? projects.defaultProject() : projects.byId(projectId)
    if (project === null) throw notFound('project', String(projectId))
    return secret === undefined ? project : { ...project, secret }
  }

  /** The project that a message names, where the bench has it. */
  const namedProject = (root: JsonNode): number | null => {
    const plain = toPlain(root)
    const number = PROJECT_PLACES.map((path) => wholeNumber(valueAt(plain, path))).find((id) => id !== null)
    return number === undefined || projects.byId(number) === null ? null : number
  }

  const messageOf = (params: ParsedParams<'signature.explain'>): Readable => {
    const { callbackId, attempt, captureId, exchangeId } = params
    if (callbackId !== undefined) {
      const callback = store.callbacks.byId(callbackId)
      if (callback === null) throw notFound('callback', callbackId)
      if (attempt === undefined) return readable(recordedCallback(callback), 'callbackId')
      const outline = store.attempts.outlines(callbackId)[attempt]
      const made = outline === undefined ? null : store.attempts.bySeq(callbackId, outline.seq)
      if (made === null) throw notFound('attempt', `${String(attempt)} of ${callbackId}`)
      return readable(recordedCallback(callback, made), 'attempt')
    }
    const id = captureId ?? exchangeId
    if (id !== undefined) {
      const record = store.exchanges.byId(id)
      if (record === null) throw notFound(captureId === undefined ? 'exchange' : 'capture', id)
      return readable(recordedExchange(record), captureId === undefined ? 'exchangeId' : 'captureId')
    }
    const pasted = readPasted(params.body ?? '')
    if (!pasted.ok) throw refused('body', pasted.says)
    const surface = params.surface ?? pasted.message.surface ?? 'api'
    return {
      ok: true,
      message: { ...pasted.message, surface },
      projectId: null,
      place: undefined,
      recorded: null,
    }
  }

  const diagnosisOf = async (
    { message, place }: Readable,
    project: Project,
    wanted: boolean | undefined,
    length: number,
  ): Promise<Explained['diagnosis']> => {
    if (wanted === false || (wanted === undefined && length > SEARCHED_UNASKED)) {
      return skipped('The mistake was not looked for: the message is long.', 'Ask for the diagnosis.')
    }
    const steps = diagnosing({
      root: message.root,
      bodyText: message.bodyText,
      surface: message.surface,
      encoding: message.encoding,
      secret: project.secret,
      otherSecrets: projects.all().filter(({ projectId }) => projectId !== project.projectId),
      lenient: project.switches.lenientSignatures,
      crypto: ports.crypto,
      place,
      maxTries: triesWithin(HASHED_AT_MOST),
    })
    return diagnosisView(await inSlices(steps))
  }

  return {
    'signature.sign': ({ body, projectId, secret }) => {
      const canonical = canonicalise(readJson(body), dialects.REF, 'api')
      if (!canonical.ok) throw refused('body', canonical.failure)
      const project = projectWith(projectId, secret)
      return {
        canonical: canonical.text,
        signature: signatureOf(canonical.text, project.secret, ports.crypto),
      }
    },
    async 'signature.explain'(params) {
      const recorded = messageOf(params)
      const { message, place } = recorded
      const surface = params.surface ?? message.surface
      const named = recorded.projectId ?? namedProject(message.root)
      const project = projectWith(params.projectId ?? named, params.secret)
      const { crypto } = ports
      const explained = await inSlices(
        explaining({ root: message.root, secret: project.secret, crypto, surface, place }),
      )
      await new Promise(setImmediate)
      const { canonical } = explained
      const semicolons = semicolonWarning(message.root)
      const verdict =
        recorded.recorded ??
        verdictOf({
          root: message.root,
          project,
          crypto,
          surface,
          ...(place === undefined ? {} : { place }),
        })
      const uncheckable =
        recorded.recorded !== null ? MASKED : project.secret === SECRET_LEFT_OUT ? WITHOUT_SECRET : null
      const shown = explainedItems(canonical.ok ? canonical.lines : [], ({ line }) => 2 * line.length)
      const cut =
        shown.left === 0
          ? []
          : [`The string to sign is long: ${String(shown.left)} of its lines are not listed one by one.`]
      return {
        canonical: canonical.ok ? canonical.text : '',
        lines: shown.items.map(({ path, value, line }) => ({ path, value, line })),
        expected: uncheckable === null ? (explained.expected ?? '') : (verdict.expected ?? ''),
        received: explained.received ?? null,
        reading: explained.reading,
        verdict,
        dialects: uncheckable === null ? dialectRows(explained) : [],
        source: { kind: message.encoding, surface, projectId: project.projectId },
        diagnosis:
          uncheckable ??
          (await diagnosisOf(
            { ...recorded, message: { ...message, surface } },
            project,
            params.diagnose,
            canonical.ok ? canonical.text.length : 0,
          )),
        remarks: [...oddAmounts(message.root), ...(semicolons === null ? [] : [semicolons]), ...cut],
      }
    },
  }
}

/** All steps, with other work in between. */
const inSlices = <Result>(steps: Steps<Result>): Promise<Result> =>
  runSteps(steps, createPacer(undefined, { sliceMs: SLICE_MS }))

function diagnosisView(diagnosis: Diagnosis): Explained['diagnosis'] {
  switch (diagnosis.state) {
    case 'right':
      return { ...NOTHING, state: 'right', says: 'The signature is right; there is no mistake to find.' }
    case 'unreadable':
      return { ...NOTHING, ...diagnosis }
    case 'unexplained':
      return { ...diagnosis, explanations: [] }
    case 'explained': {
      const { explanations, tries, complete } = diagnosis
      const [{ says, fix }] = explanations
      return {
        state: 'explained',
        says,
        fix,
        tries,
        complete,
        explanations: explanations.map((each) => ({
          mistakes: each.mistakes.map((mistake) => ({ ...mistake })),
          says: each.says,
          fix: each.fix,
          canonical: boundedExplanation(each.text),
          lines: [...explainedItems(each.lines, ({ length }) => length).items],
          difference: each.difference,
        })),
      }
    }
  }
}

const NOTHING = { says: '', fix: '', tries: 0, complete: true, explanations: [] }

function skipped(says: string, fix: string): Explained['diagnosis'] {
  return { ...NOTHING, state: 'skipped', says, fix, complete: false }
}

const MASKED = skipped(
  'Card data was masked before this message was kept, so its signature can no longer be recomputed.',
  'The verdict was made on the original. To find the mistake, sign a message without card data the same way.',
)

const WITHOUT_SECRET = skipped(
  'The secret of this project is not in the session, so no signature can be recomputed.',
  'Give the secret, or export the session with its secrets.',
)

function readJson(body: string): JsonNode {
  const json = parseJson(body)
  if (!json.ok) throw refused('body', json.message)
  if (json.root.type !== 'object' && json.root.type !== 'array') {
    throw refused('body', 'Only a JSON object or array can be signed.')
  }
  return json.root
}

function readable(message: RecordedMessage, field: string): Readable {
  if (!message.ok) throw refused(field, message.says)
  return message
}

function refused(field: string, message: string): BenchError {
  return new BenchError('invalid_params', `${field}: ${message}`, [{ field, message }])
}
