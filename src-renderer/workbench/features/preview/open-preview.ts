import type { BenchClient } from '#protocol/client'
import type { FormParameters } from '#protocol/projects'
import { formatWord } from '#domain/query/format'
import { announce } from '#window/state/announcements'
import { currentVirtualNow } from '#window/state/clock'
import { infoStore } from '#window/state/info'
import { shopUrl } from '#window/state/listeners'
import { isAbout } from './bench-entries'
import type { OpeningDraft } from './draft'
import { addEntries, type OpenedPreview, previewStore } from './preview-store'
import { openTab } from '#window/navigation/shop-window'
import type { ProjectId } from '#domain/ids'

export interface PreviewRequest {
  readonly projectId: ProjectId | undefined
  readonly parameters: FormParameters
  readonly draft: OpeningDraft
}

/** Signs and opens a form. The entries of the one before stay above it, so that two runs can be compared. */
export async function openPreview(
  bench: BenchClient,
  { projectId, parameters, draft }: PreviewRequest,
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
    paymentId: paymentId === undefined || paymentId === '' ? null : String(paymentId),
  }
  const held = mode === 'tab' && !openTab(url)
  previewStore.setState({ opened, payment: null })
  addEntries([
    {
      id: `opened ${created.id}`,
      kind: 'frame',
      name: held ? 'the tab was held back' : mode === 'tab' ? 'tab opened' : 'shop opened',
      note: held
        ? `Allow pop-ups for this page, or open ${url} by hand`
        : `${mode}, ${mode === 'tab' ? 'GET' : method.toUpperCase()}, payment ${opened.paymentId ?? 'none'}`,
      ...(held ? { bad: true } : {}),
      data: created.parameters,
      wallAt: Date.now(),
      virtualAt: currentVirtualNow(),
    },
  ])
  announce(held ? 'The browser blocked the tab' : 'The form is open')
  if (opened.paymentId !== null) await findPayment(bench, opened, opened.paymentId)
}

/** A form may be opened again for a payment that already exists. */
async function findPayment(bench: BenchClient, opened: OpenedPreview, paymentId: string): Promise<void> {
  const found = await bench.call('payments.list', { query: `id:${formatWord(paymentId)}`, limit: 50 })
  const { projectId } = opened
  const payment = found.items.find((each) => isAbout({ projectId, paymentId }, each))
  const state = previewStore.getState()
  if (payment !== undefined && state.opened === opened && state.payment === null) {
    previewStore.setState({ payment })
  }
}
