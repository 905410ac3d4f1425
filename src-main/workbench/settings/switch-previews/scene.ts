import { type ApiError, errorBody } from '#domain/api/errors'
import type { Project, ProjectSwitches } from '#domain/project/project'
import type { DiagnosticCrypto } from '#domain/signature/crypto'
import { statusRequestResponse } from '#platform/api/responses'
import { planOf, retriesOf } from '#platform/form/actions/confirm'
import { readStoredJson } from '#core/stored-json'
import type { HttpResponse } from '#lib/http-message/message'
import { HOUR_MS } from '#lib/time/time'
import { sampleRun, type SampleRun, sampleVisit, type SampleWorld } from './sample-run'

export interface SceneTools {
  readonly world: SampleWorld
  readonly crypto: DiagnosticCrypto
}

/** The output that a switch changes: the body of a message, or a description if there is none. */
export interface SwitchScene<Name extends keyof ProjectSwitches> {
  readonly title: string
  /** The value that the preview compares with the default while the switch is at its default. */
  readonly example: ProjectSwitches[Name]
  /** Values of other switches without which this one changes nothing. */
  readonly needs?: Partial<ProjectSwitches>
  readonly show: (project: Project, tools: SceneTools) => string
}

export type Scenes = { readonly [Name in keyof ProjectSwitches]: SwitchScene<Name> }

export const DATA_CARD = '4000000000017006'
export const CHALLENGE_CARD = '4314220000000056'
export const PARTIAL_CARD = '5126160000356675'
export const RETURN_URL = 'https://shop.example/back'

/** The plan of a method that sends its customer to the provider. */
export const REDIRECTING = [{ kind: 'customer', way: 'redirect', display: [], lifetimeMs: HOUR_MS }] as const

export const json = (value: unknown): string => JSON.stringify(value, null, 2)

/** The response without the signature, which differs whenever the body does. */
export function bodyOf({ status, body }: HttpResponse): string {
  const { signature: _, ...rest } = readStoredJson(new TextDecoder().decode(body)) as Record<string, unknown>
  return `HTTP ${String(status)}\n${json(rest)}`
}

export const refusedText = (error: ApiError): string =>
  `HTTP ${String(error.httpStatus)}\n${json(errorBody(error))}`

export const lastCallback = ({ callbacks }: SampleRun): string => {
  const last = callbacks.at(-1)
  return last === undefined ? 'No callback is sent.' : json(last.body)
}

/** Kinds and statuses of all callbacks, one line each. */
export const callbackLines = ({ callbacks }: SampleRun): string =>
  callbacks.length === 0
    ? 'No callback is sent.'
    : callbacks.map(({ kind, body }) => `Callback: ${kind}, ${statusIn(body)}`).join('\n')

function statusIn(body: Readonly<Record<string, unknown>>): string {
  const { status, payment } = body
  if (typeof status === 'string') return status
  return typeof payment === 'object' && payment !== null && 'status' in payment ? String(payment.status) : ''
}

export const statusResponseOf = (run: SampleRun, project: Project, { crypto, world }: SceneTools): string =>
  bodyOf(statusRequestResponse(run.payment, project, { ...world, crypto, now: run.now }))

export const followUp = (type: 'capture' | 'cancel' | 'refund', amount: number | null = null) =>
  ({
    type,
    by: 'merchant',
    requestId: 'request-2',
    amount,
    currency: amount === null ? null : 'EUR',
    merchantRefundId: type === 'refund' ? 'return-1' : null,
  }) as const

export const submission = (data: Readonly<Record<string, unknown>>) =>
  ({
    type: 'submitClarification',
    via: 'api',
    requestId: 'request-2',
    fingerprint: 'sample',
    additionalData: data,
  }) as const

/** Shows a run in which the customer pays on the form with this card. */
export const onForm =
  (card: string, show: (run: SampleRun, project: Project, tools: SceneTools) => string) =>
  (project: Project, tools: SceneTools): string => {
    const { world, crypto } = tools
    const visit = sampleVisit(project, world, crypto)
    if (visit === null) return FORM_DOES_NOT_OPEN
    const byForm = {
      plan: planOf(visit, project, { kind: 'typed', card: { number: card } }),
      retries: retriesOf(visit, project),
    }
    return show(sampleRun(project, world, { card, byForm }), project, tools)
  }

export const FORM_DOES_NOT_OPEN = 'The form does not open with the other switches of this project.'
