const TABS = ['timeline', 'status', 'operations', 'callbacks', 'exchanges', 'report'] as const
export type PaymentTab = (typeof TABS)[number]

/** The tab of a stored name; the timeline for an unknown name. */
export function readPaymentTab(name: string | null): PaymentTab {
  return TABS.find((tab) => tab === name) ?? 'timeline'
}

/** Scroll positions by payment and tab, in pixels. They live as long as the page. */
const positions = new Map<string, number>()
const MAX_POSITIONS = 500

export function rememberScroll(key: string, top: number): void {
  positions.delete(key)
  positions.set(key, top)
  const [oldest] = positions.keys()
  if (positions.size > MAX_POSITIONS && oldest !== undefined) positions.delete(oldest)
}

export function rememberedScroll(key: string): number {
  return positions.get(key) ?? 0
}
