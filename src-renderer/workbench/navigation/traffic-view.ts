import type { ExchangeSummary } from '#protocol/messages'
import type { ListView } from './list-view'
import { setPlace, setPreferences } from '#window/state/preferences'

/** How the list is ordered. */
export type TrafficOrder = 'time' | 'payment'

/** Filters that everybody needs. */
export const TRAFFIC_VIEWS: readonly ListView[] = [
  { name: 'All', query: '' },
  { name: 'API', query: 'source:api' },
  { name: 'Form', query: 'source:form' },
  { name: 'Captured', query: 'source:capture' },
  { name: 'Refused', query: 'refused:yes' },
  { name: 'Signature wrong', query: 'signature:invalid' },
]

const SOURCE_LABELS: Readonly<Record<ExchangeSummary['source'], string>> = {
  api: 'API',
  form: 'Form',
  capture: 'Captured',
  imported: 'Imported',
}

export function sourceLabel(source: ExchangeSummary['source']): string {
  return SOURCE_LABELS[source]
}

const TITLES: Readonly<Record<ExchangeSummary['source'], string>> = {
  api: 'API call',
  form: 'Form request',
  capture: 'Captured request',
  imported: 'Imported request',
}

export function sourceTitle(source: ExchangeSummary['source']): string {
  return TITLES[source]
}

/** Whether the answer counts as success: of the capture server only 200 does (contract 9.4). */
export function isWellAnswered({
  source,
  status,
  refusal,
}: Pick<ExchangeSummary, 'source' | 'status' | 'refusal'>): boolean {
  if (status === undefined || refusal !== undefined) return false
  return source === 'capture' ? status === 200 : status < 400
}

/** The order of a stored name; by time for an unknown name. */
export function readOrder(name: string | null): TrafficOrder {
  return name === 'payment' ? 'payment' : 'time'
}

/** Opens an exchange on the page. */
export function openExchange(id: string): void {
  setPlace('traffic', { selection: id })
  setPreferences({ page: 'traffic' })
}

/** Opens the list with a filter. */
export function openTraffic(query: string): void {
  setPlace('traffic', { query, selection: null })
  setPreferences({ page: 'traffic' })
}
