import type { Result } from '#protocol/methods'

/** The listeners of a bench: full URLs without a trailing slash. */
export interface Addresses {
  readonly workbench: string
  readonly platform: string
  readonly platformTls: string
  readonly merchant: string
  readonly merchantTls: string
}

/** Reads the addresses from `bench.info`. A listener that the bench does not have gets an empty string. */
export function addressesOf({ listeners }: Result<'bench.info'>): Addresses {
  const urlOf = (name: keyof Addresses): string => listeners.find((one) => one.name === name)?.url ?? ''
  return {
    workbench: urlOf('workbench'),
    platform: urlOf('platform'),
    platformTls: urlOf('platformTls'),
    merchant: urlOf('merchant'),
    merchantTls: urlOf('merchantTls'),
  }
}
