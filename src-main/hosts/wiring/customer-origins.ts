import type { ReadyInfo } from '../ready-info'

/** Origins of the listeners that serve pages to a customer's browser: the demo shop and the form. */
export function customerOrigins(
  addresses: Pick<ReadyInfo, 'platform' | 'platformTls' | 'merchant' | 'merchantTls'>,
): readonly string[] {
  const { platform, platformTls, merchant, merchantTls } = addresses
  return [platform, platformTls, merchant, merchantTls].map((url) => new URL(url).origin)
}
