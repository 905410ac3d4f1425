import { create } from 'zustand'
import type { PaymentSummary } from '#protocol/payments'
import type { FormParameters, PreviewCreated, PreviewMode } from '#protocol/projects'
import { draftOf, keepDraft } from '#window/state/preferences'
import { forgetWithSession } from '#window/state/session-memory'
import { type OpeningDraft, type ParameterRow, type PreviewDraft, readDraft, withRow } from './draft'
import { isAbout, type TimelineEntry, withEntries } from './timeline'
import type { ProjectId } from '#domain/ids'
import type { BenchClient } from '#protocol/client'
import { formatWord } from '#domain/query/terms'
import { announce } from '#window/state/toasts'
import { currentVirtualNow } from '#window/state/clock'
import { infoStore } from '#window/state/info'
import { shopUrl } from '#window/state/listeners'
import { openTab } from '#window/navigation/links'

interface OpenedPreview extends PreviewCreated {
  readonly mode: PreviewMode
  readonly draft: OpeningDraft
  readonly projectId: ProjectId
  /** Null if the form was opened without a payment id. */
  readonly paymentId: string | null
  /** Whether the form was opened in a browser tab; false on the stage, which shows tab mode in its frame. */
  readonly isOutside: boolean
}

interface PreviewState {
  readonly draft: PreviewDraft
  readonly opened: OpenedPreview | null
  readonly payment: PaymentSummary | null
  readonly entries: readonly TimelineEntry[]
  /** What is presented to a merchant without the workbench: the form alone, or its events too. */
  readonly stage: 'form' | 'events' | null
  /** Whether the menu of test cards is open. */
  readonly showsCards: boolean
}

const DRAFT = 'preview'

export const usePreview = create<PreviewState>(() => ({
  draft: readDraft(draftOf(DRAFT)),
  opened: null,
  payment: null,
  entries: [],
  stage: null,
  showsCards: false,
}))

export function setDraft(change: Partial<PreviewDraft>): void {
  const draft = { ...usePreview.getState().draft, ...change }
  usePreview.setState({ draft })
  keepDraft(DRAFT, JSON.stringify(draft))
}

export function setParameter(name: string, value: ParameterRow['value'] | null): void {
  setDraft({ rows: withRow(usePreview.getState().draft.rows, name, value) })
}

export function addEntries(added: readonly TimelineEntry[]): void {
  if (added.length > 0) usePreview.setState(({ entries }) => ({ entries: withEntries(entries, added) }))
}

export const addEntryNow = (entry: Omit<TimelineEntry, 'wallAt' | 'virtualAt'>): void =>
  addEntries([{ ...entry, wallAt: Date.now(), virtualAt: currentVirtualNow() }])

forgetWithSession(() => usePreview.setState({ opened: null, payment: null, entries: [], stage: null }))

/** Signs and opens a form. The entries of the previous form stay, so that two runs can be compared. */
export async function openPreview(
  bench: BenchClient,
  projectId: ProjectId | undefined,
  parameters: FormParameters,
  draft: OpeningDraft,
): Promise<void> {
  const { mode, method, css, checkSubmit } = draft
  const created = await bench.call('preview.create', {
    ...(projectId === undefined ? {} : { projectId }),
    parameters: { ...parameters },
    mode,
    method,
    checkSubmit,
    ...(mode === 'modal' ? { css } : {}),
  })
  const paymentId = created.parameters['payment_id']
  const { info } = infoStore.getState()
  const url = (info === null ? null : shopUrl(info, new URL(created.url).pathname)) ?? created.url
  const opened: OpenedPreview = {
    ...created,
    url,
    mode,
    draft,
    projectId: Number(created.parameters['project_id']),
    isOutside: mode === 'tab' && usePreview.getState().stage === null,
    paymentId: paymentId === undefined || paymentId === '' ? null : String(paymentId),
  }
  const isBlocked = opened.isOutside && !openTab(url)
  usePreview.setState({ opened, payment: null })
  addEntryNow({
    id: `opened ${created.id}`,
    kind: 'opened',
    name: isBlocked ? 'the browser blocked the tab' : opened.isOutside ? 'tab opened' : 'shop opened',
    note: isBlocked
      ? `Allow pop-ups for this page, or open ${url} yourself`
      : `${mode}, ${mode === 'tab' ? 'GET' : method.toUpperCase()}, payment ${opened.paymentId ?? 'none'}`,
    bad: isBlocked,
    data: created.parameters,
  })
  announce(isBlocked ? 'The browser blocked the tab' : 'The form is open')
  if (opened.paymentId !== null) await findPayment(bench, opened, opened.paymentId)
}

async function findPayment(bench: BenchClient, opened: OpenedPreview, paymentId: string): Promise<void> {
  const found = await bench.call('payments.list', { query: `id:${formatWord(paymentId)}`, limit: 50 })
  const { projectId } = opened
  const payment = found.items.find((each) => isAbout({ projectId, paymentId }, each))
  const state = usePreview.getState()
  if (payment !== undefined && state.opened === opened && state.payment === null)
    usePreview.setState({ payment })
}
