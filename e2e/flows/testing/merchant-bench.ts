import { afterAll, afterEach, beforeAll, beforeEach } from 'vitest'
import { openFlowBench, type FlowBench, type SwitchChange } from './flow-bench'
import { openMerchant, type Received, type TestMerchant } from './merchant'
import { merchantOf, type MerchantClient } from './requests'

/** A bench, the merchant that receives its callbacks, and a client that sends the merchant's requests. */
export interface MerchantBench<Merchant = TestMerchant> {
  readonly bench: FlowBench
  readonly merchant: Merchant
  readonly shop: MerchantClient
  /** Ends the bench and starts another on the same folder; `between` runs while no bench uses it. */
  restart(between?: () => void): Promise<void>
}

interface SetUp {
  readonly per: 'file' | 'test'
  readonly path?: string
  readonly switches?: SwitchChange
}

/**
 * Opens a merchant and a bench before the tests of a file, or before each test, and closes both afterwards. The result
 * can be destructured at once: each member refers to what is open when it is used. `path`: that of the callback URL.
 */
export function useMerchantBench(setUp: SetUp) {
  const opened = useBenchOf(() => openMerchant(), setUp)
  return {
    ...opened,
    /** The callback that was received last, once none is being delivered. */
    async lastCallback(): Promise<Received | undefined> {
      await opened.bench.settle()
      return opened.merchant.received.at(-1)
    },
  }
}

/** Like {@link useMerchantBench}, with a merchant that the test chooses. */
export const useBenchOf = <Merchant extends { readonly url: string; close(): Promise<void> }>(
  openMerchant: () => Promise<Merchant>,
  { per, path = '', switches = {} }: SetUp,
): MerchantBench<Merchant> =>
  useOpened(per, openMerchant, ({ url }) => openFlowBench({ callbackUrl: `${url}${path}`, switches }))

/** Like {@link useMerchantBench}, without a merchant. */
export const useFlowBench = ({ per, ...options }: Pick<SetUp, 'per'> & Parameters<typeof openFlowBench>[0]) =>
  useOpened(
    per,
    () => Promise.resolve({ close: () => Promise.resolve() }),
    () => openFlowBench(options),
  )

function useOpened<Merchant extends { close(): Promise<void> }>(
  per: SetUp['per'],
  openMerchant: () => Promise<Merchant>,
  openBench: (merchant: Merchant) => Promise<FlowBench>,
): MerchantBench<Merchant> {
  type Opened = Pick<MerchantBench<Merchant>, 'bench' | 'merchant' | 'shop'>
  let opened: Opened | null = null
  const current = (): Opened => {
    if (opened === null) throw new Error('The bench is open only while a test or a hook of this file runs')
    return opened
  }
  const open = async (): Promise<void> => {
    const merchant = await openMerchant()
    const bench = await openBench(merchant)
    opened = { bench, merchant, shop: merchantOf(bench) }
  }
  const close = async (): Promise<void> => {
    const { bench, merchant } = current()
    opened = null
    await bench.close()
    await merchant.close()
  }
  if (per === 'file') {
    beforeAll(open)
    afterAll(close)
  } else {
    beforeEach(open)
    afterEach(close)
  }
  return {
    bench: standIn(() => current().bench),
    merchant: standIn(() => current().merchant),
    shop: standIn(() => current().shop),
    async restart(between) {
      const { bench: ended, merchant } = current()
      const bench = await ended.restart(between)
      opened = { bench, merchant, shop: merchantOf(bench) }
    },
  }
}

/** An object with the members of another one, which is looked up on every use. */
export function standIn<T extends object>(current: () => T): T {
  return new Proxy({} as T, {
    get: (_, name): unknown => Reflect.get(current(), name),
    ownKeys: () => Reflect.ownKeys(current()),
    getOwnPropertyDescriptor: (_, name) => Reflect.getOwnPropertyDescriptor(current(), name),
  })
}
