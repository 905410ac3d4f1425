import { expect, test as base } from '#e2e/fixtures/workbench'
import { merchantOf, type Merchant } from '#e2e/fixtures/merchant/merchant'
import { openReceiver, type Receiver } from '#e2e/fixtures/merchant/receiver'

export { expect }

interface MerchantFixtures {
  /** A merchant's back end that calls the platform of the running bench. */
  readonly merchant: Merchant
  /** A merchant's callback address; no project sends to it until the test says so. */
  readonly receiver: Receiver
}

export const test = base.extend<MerchantFixtures>({
  merchant: async ({ workbench: { info } }, use) => {
    await use(merchantOf(info))
  },
  receiver: async ({}, use) => {
    const receiver = await openReceiver()
    await use(receiver)
    await receiver.close()
  },
})
