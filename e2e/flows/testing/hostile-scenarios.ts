import { expect } from 'vitest'
import { hostileExpression, hostileJson, hostilePage, hostileScenario } from '#domain/testing/amplification'
import type { SeededRandom } from '#domain/testing/seeded'
import { LIMITS } from '#lib/limits/limit-table'
import { PROJECT } from './flow-bench'
import type { HostRun } from './host-run'
import type { TestMerchant } from './merchant'

const FILE = 'hostile.yaml'

/** A stranger's file or a hostile response, and what the tester does with it. */
export interface HostileScenario {
  readonly name: string
  readonly bytes: number
  use(host: HostRun): Promise<void>
}

/** Saves a scenario, uses it and removes it. */
async function withFile(host: HostRun, text: string, use: () => Promise<void>): Promise<void> {
  const { version } = await host.call('scenarios.save', { file: FILE, text, version: null })
  try {
    await use()
  } finally {
    await host.call('scenarios.remove', { file: FILE, version })
  }
}

const stateOf = async (host: HostRun) => (await host.call('scenarios.get', { file: FILE })).run

/** Runs a scenario to its end and requests its report. */
async function runAndReport(host: HostRun, text: string): Promise<void> {
  await withFile(host, text, async () => {
    // An expression may look like an address, for which a run needs consent.
    const { hosts } = await host.call('scenarios.effects', { files: [FILE] })
    await host.call('scenarios.run', { files: [FILE], hosts: hosts.map(({ host }) => host) })
    await expect
      .poll(async () => (await stateOf(host))?.state, { timeout: 30_000 })
      .not.toMatch(/running|waiting/)
    await host.call('scenarios.report', { files: [FILE] })
  })
}

/** A text that is read as a scenario, in the editor and from a file. */
export function hostileFile(chance: SeededRandom): HostileScenario {
  const text = hostileScenario(chance, LIMITS.scenarioChars)
  return {
    name: 'scenario file',
    bytes: text.length,
    async use(host) {
      await host.call('scenarios.check', { text })
      await withFile(host, text, async () => {
        await host.call('scenarios.list', {})
      })
    },
  }
}

/** A scenario that compares the response of a merchant with an expression that is slow on it. */
const slowMatcher = (url: string, expression: string): string => `name: Slow
steps:
  - request: {as: page, url: "${url}"}
  - expect response: {of: page, body: '${expression}'}
`

/** Input from a merchant, who responds with this body during `use`. */
const fromMerchant = (
  name: string,
  merchant: TestMerchant,
  body: string,
  use: HostileScenario['use'],
): HostileScenario => ({
  name,
  bytes: body.length,
  use(host) {
    merchant.answerWith(() => ({ text: body }))
    return use(host)
  },
})

export function hostileMatcher(chance: SeededRandom, merchant: TestMerchant): HostileScenario {
  const { expression, text } = hostileExpression(chance)
  return fromMerchant(`matcher ${expression}`, merchant, text, (host) =>
    runAndReport(host, slowMatcher(merchant.url, expression)),
  )
}

/** A merchant's page that is used as a value and searched for a form. */
export function hostileResponse(chance: SeededRandom, merchant: TestMerchant): HostileScenario {
  const steps = ['request: {as: page, url: "${url}"}', 'customer: {as: order, opens: "${page.text}"}']
  const text = `name: Page\nvariables: {url: "${merchant.url}/"}\nsteps:\n${steps.map((step) => `  - ${step}\n`).join('')}`
  return fromMerchant('page of a merchant', merchant, hostilePage(chance, LIMITS.responseBodyBytes), (host) =>
    runAndReport(host, text),
  )
}

/** An order that is read for an exam. */
export function hostileOrder(chance: SeededRandom, merchant: TestMerchant): HostileScenario {
  const path = ['order', 'state']
  const read = { state: path, paid: ['paid'], declined: [], deliveries: path, amount: path }
  const orders = { url: `${merchant.url}/{payment_id}`, ...read }
  return fromMerchant(
    'order of a merchant',
    merchant,
    hostileJson(chance, LIMITS.responseBodyBytes),
    async (host) => {
      await host.call('exam.tryOrder', { orders, paymentId: 'order-7', hosts: [] })
    },
  )
}

/** Examines a merchant that responds to everything with the same page, and writes every report of the exam. */
export async function examineAndReport(host: HostRun, merchant: TestMerchant, page: string): Promise<void> {
  merchant.answerWith(() => ({ text: page }))
  await host.call('exam.start', {
    callbackUrl: merchant.url,
    projectId: PROJECT.id,
    checkout: { method: 'POST', url: merchant.url },
    orders: {
      url: `${merchant.url}/{payment_id}`,
      state: ['state'],
      paid: ['paid'],
      declined: [],
      deliveries: null,
      amount: null,
    },
    clarification: false,
    statusRequests: false,
    hosts: [],
    platformPort: 0,
  })
  await expect
    .poll(async () => (await host.call('exam.get', {})).exam?.state, { timeout: 120_000 })
    .not.toBe('running')
  for (const format of ['html', 'json', 'junit'] as const) await host.call('exam.report', { format })
}

/** Begins a comparison that never ends; resolves while it is running. */
export async function beginEndless(host: HostRun, merchant: TestMerchant): Promise<void> {
  merchant.answerWith(() => ({ text: `${'a'.repeat(100)}!` }))
  const text = slowMatcher(merchant.url, '/^(a+)+$/')
  await host.call('scenarios.save', { file: FILE, text, version: null })
  await host.call('scenarios.run', { files: [FILE] })
  // The run's separate bench starts first.
  await expect.poll(async () => (await stateOf(host))?.done, { timeout: 20_000 }).toBe(1)
  expect((await stateOf(host))?.state).toBe('running')
}
