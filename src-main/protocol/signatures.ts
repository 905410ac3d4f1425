import { TOPICS } from '#domain/signature/diagnosis/mistake'
import { z } from 'zod'
import { signatureVerdict } from './messages'
import { callbackIdParam, exchangeIdParam, projectId } from './shapes'

const secret = z.string().min(1).max(255)

/** `body` is the exact JSON text; the secret is the project's unless one is given. */
export const signParams = z.strictObject({
  body: z.string().max(16_777_216),
  projectId: projectId.optional(),
  secret: secret.optional(),
})
export const signResult = z.object({ canonical: z.string(), signature: z.string() })

/**
 * A message to explain: `body` is a pasted text (a JSON body, an address or query, a form-encoded body, a complete
 * HTTP request), or one of the ids names a message in Paybench. Exactly one of the four. `attempt` is an index
 * from 0 in `attempts` of `callbacks.get`: rules may have given that attempt another body. `surface` is taken from
 * the message by default; a bare JSON body is read as `api`. `diagnose`: whether to search for the mistake, which takes
 * the longest; by default only if the string to sign is short.
 */
export const explainParams = z
  .strictObject({
    body: z.string().max(16_777_216).optional(),
    callbackId: callbackIdParam.optional(),
    attempt: z.int().min(0).optional(),
    captureId: exchangeIdParam.optional(),
    exchangeId: exchangeIdParam.optional(),
    projectId: projectId.optional(),
    secret: secret.optional(),
    surface: z.enum(['api', 'callback', 'form']).optional(),
    diagnose: z.boolean().optional(),
  })
  .refine(
    ({ body, callbackId, captureId, exchangeId }) =>
      [body, callbackId, captureId, exchangeId].filter((given) => given !== undefined).length === 1,
    { path: ['body'], message: 'give exactly one of body, callbackId, captureId and exchangeId' },
  )
  .refine(({ attempt, callbackId }) => attempt === undefined || callbackId !== undefined, {
    path: ['attempt'],
    message: 'is about a callback: give its callbackId',
  })

const line = z.object({ path: z.string(), value: z.string(), line: z.string() })

/** The first line that differs from the reference; `number` counts from 1. A side is null if it has no such line. */
const lineDifference = z.object({
  number: z.int(),
  ours: z.string().nullable(),
  theirs: z.string().nullable(),
})

/** One to three mistakes that together produce exactly the received signature. */
export const signatureExplanation = z.object({
  mistakes: z.array(
    z.object({
      id: z.string(),
      stage: z.string(),
      name: z.string(),
      message: z.string(),
      fix: z.string(),
      /** The parts of the signing code to rewrite. */
      topics: z.array(z.enum(TOPICS)),
    }),
  ),
  message: z.string(),
  fix: z.string(),
  /** The string that was signed in this case, and its lines. */
  canonical: z.string(),
  lines: z.array(z.string()),
  difference: lineDifference.nullable(),
})
export type SignatureExplanation = z.infer<typeof signatureExplanation>

/**
 * Result of the search for the mistake (contract 2.8). `explained`: each of `explanations`, likeliest first, yields the
 * received signature exactly. `unexplained`: no known mistake fits; `complete` is false if the
 * search was cut short. `skipped`: there was no search, and `message` gives the reason.
 */
const signatureDiagnosis = z.object({
  state: z.enum(['right', 'explained', 'unexplained', 'unreadable', 'skipped']),
  message: z.string(),
  fix: z.string(),
  tries: z.int(),
  complete: z.boolean(),
  explanations: z.array(signatureExplanation),
})

/**
 * `canonical`, `lines` and `expected` are those of the reference in this `reading`: `booleanWords` if a
 * form's signature matches only with the words true and false read as 1 and 0 (contract 2.6). `received`: the
 * signature in the message; null if there is none.
 */
export const explainResult = z.object({
  canonical: z.string(),
  lines: z.array(line),
  expected: z.string(),
  received: z.string().nullable(),
  reading: z.enum(['asReceived', 'booleanWords']),
  verdict: signatureVerdict,
  /** Known dialects, reference first; for a form with boolean words also `REF_WORDS`, the `booleanWords` reading. */
  dialects: z.array(
    z.object({
      dialect: z.string(),
      name: z.string(),
      explanation: z.string(),
      canonical: z.string().optional(),
      signature: z.string().optional(),
      failure: z.string().optional(),
      matches: z.boolean(),
      /** The first line, from 1, that differs from the reference; absent if none does. */
      differsAt: z.int().optional(),
    }),
  ),
  /** The text that was read, and the project whose secret was used. */
  source: z.object({
    kind: z.enum(['json', 'query', 'form']),
    surface: z.enum(['api', 'callback', 'form']),
    projectId,
  }),
  diagnosis: signatureDiagnosis,
  /** What else is odd about the message without breaking its signature: amounts in major units, semicolons. */
  remarks: z.array(z.string()),
})
