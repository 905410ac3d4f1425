import { DAY_MS, HOUR_MS, MINUTE_MS } from '#lib/time/time'

/** How long after the customer left the provider's page a result may follow (contract 16.5). Milliseconds. */
export const LATER_MS = { minute: MINUTE_MS, hour: HOUR_MS, day: DAY_MS } as const
export type LaterName = keyof typeof LATER_MS
