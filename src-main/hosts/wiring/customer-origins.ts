import type { ReadyInfo } from '#hosts/ready-info'

/** Returns the origins of the listeners that serve the demo shop and the form to a customer's browser. */
export function customerOrigins(
  addresses: Pick<ReadyInfo, 'platform' | 'platformTls' | 'merchant' | 'merchantTls'>,
): readonly string[] {
  const { platform, platformTls, merchant, merchantTls } = addresses
  return [platform, platformTls, merchant, merchantTls].map((url) => new URL(url).origin)
}
