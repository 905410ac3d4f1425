import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { signature } from '../../docs/examples/sign.mjs'
import { automationApi, type Api } from '../fixtures/automation'
import { cardDataLeft } from '../fixtures/card-data'
import { watchHost } from '../fixtures/host-process'
import { openReceiver } from './receiver'

const root = join(import.meta.dirname, '../..')

export type Parameters = Readonly<Record<string, string | number>>
export type Json = Readonly<Record<string, unknown>>

/** Which project of the bench a form is opened for. */
export type ProjectName = 'plain' | 'with retries'

/** A built bench without a window, for merchants' pages that the tests serve. Every test takes a payment id of its own. */
export interface FormHost {
  /** Origin of the platform. */
  readonly platform: string
  readonly api: Api
  /** Adds the project and the signature. `change` overrides the parameters of an ordinary payment; null drops one. */
  signed(change: Readonly<Record<string, string | number | null>>, project?: ProjectName): Parameters
  /** Callbacks of a payment (by its id) or of a token (by its customer), oldest first. */
  callbacks(of: string): readonly Json[]
  /** Throws where a card number or a code has stayed in its folder or its log. */
  end(): Promise<void>
}

/** Parameters of a payment that lacks nothing but its ids. */
const ordinary: Parameters = {
  payment_amount: 4650,
  payment_currency: 'EUR',
  customer_email: 'nora@mail.test',
}

const isObject = (value: unknown): value is Json =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const memberOf = (value: unknown, name: string): unknown => (isObject(value) ? value[name] : undefined)

/** Starts the built host on free ports and a folder of its own, with a receiver for all callbacks. */
export async function startFormHost(): Promise<FormHost> {
  const dataDir = mkdtempSync(join(tmpdir(), 'paybench-form-'))
  const receiver = await openReceiver()
  const ports = ['workbench', 'platform', 'platform-tls', 'merchant', 'merchant-tls']
  const child = spawn(
    process.execPath,
    [
      join(root, 'out/main/host.js'),
      ...['--ready-json', '--no-open', '--data-dir', dataDir],
      ...ports.flatMap((listener) => [`--${listener}-port`, '0']),
    ],
    { stdio: ['ignore', 'pipe', 'pipe'] },
  )
  const host = watchHost(child)
  const info = await host.ready
  const api = automationApi(info)
  const callbackUrl = receiver.url
  await api('projects.update', { projectId: info.project.id, callbackUrl })
  const withRetries = await api('projects.create', {
    name: 'Second attempts',
    callbackUrl,
    switches: { retries: true, retryLimit: 3 },
  })
  const projects: Readonly<Record<ProjectName, { readonly id: number; readonly secret: string }>> = {
    plain: info.project,
    'with retries': { id: withRetries.projectId, secret: withRetries.secret },
  }
  return {
    platform: info.platform,
    api,
    signed(change, name = 'plain') {
      const project = projects[name]
      const all: Readonly<Record<string, string | number | null>> = {
        project_id: project.id,
        ...ordinary,
        ...change,
      }
      const given = Object.fromEntries(
        Object.entries(all).flatMap(([key, value]) => (value === null ? [] : [[key, value] as const])),
      )
      return { ...given, signature: signature(given, project.secret) }
    },
    callbacks: (of) =>
      receiver.received
        .map(({ body }): unknown => JSON.parse(body))
        .filter(isObject)
        .filter((body) =>
          [
            memberOf(body['payment'], 'id'),
            memberOf(body['general'], 'payment_id'),
            memberOf(body['general'], 'customer_id'),
          ].includes(of),
        ),
    async end() {
      await host.end()
      await receiver.close()
      const left = cardDataLeft(dataDir, host.log())
      if (left.length > 0) throw new Error(`Card data stayed behind:\n${left.join('\n')}`)
      rmSync(dataDir, { recursive: true, force: true, maxRetries: 5 })
    },
  }
}

/** The status in a callback: of the payment, or of the token. */
export function statusOf(callback: Json): unknown {
  return callback['token_status'] ?? callback['status'] ?? memberOf(callback['payment'], 'status')
}
