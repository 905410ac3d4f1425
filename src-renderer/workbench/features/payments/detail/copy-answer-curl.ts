import type { BenchClient } from '#protocol/client'
import { copyText } from '#window/lib/clipboard'

/** Copies the clarification request that the merchant would send now, signed and with sample values. */
export async function copyAnswerCurl(bench: BenchClient, key: string): Promise<void> {
  const { curl } = await bench.call('payments.curl', { key, request: 'clarification' })
  if (!(await copyText(curl))) {
    throw new Error('The clipboard could not be written. Allow this page to use it and try again.')
  }
}
