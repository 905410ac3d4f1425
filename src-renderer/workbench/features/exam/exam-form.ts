import { z } from 'zod'
import type { ExaminedMerchant } from '#protocol/exam'
import type { ProjectView } from '#protocol/projects'
import type { Params } from '#protocol/methods'
import { partsOf } from '#window/lib/text'
import { readStored } from '#window/state/preferences-shape'

const text = (usual = '') => z.string().catch(usual)
const flag = z.boolean().catch(false)

const examForm = z.object({
  callbackUrl: text(),
  projectId: text(),
  /** Differs from the default ports of Paybench. */
  platformPort: text('8630'),
  method: z.enum(['POST', 'GET']).catch('POST'),
  checkout: text(),
  orders: text(),
  state: text('status'),
  tried: text(),
  paid: text('paid, success, completed'),
  declined: text('declined, decline, failed'),
  deliveries: text(),
  amount: text(),
  clarification: flag,
  statusRequests: flag,
  hosts: text(),
})
export type ExamForm = Readonly<z.infer<typeof examForm>>

export type TextPart = Exclude<keyof ExamForm, 'clarification' | 'statusRequests' | 'method'>

export const readForm = (text: string | undefined): ExamForm =>
  readStored(examForm, text) ?? examForm.parse({})

const pathOf = (text: string): string[] | null => (text.trim() === '' ? null : partsOf(text, '.'))

/** The first callback address: that of the last exam, or that of the project, unless it is one of Paybench's `own`. */
export function suggestedCallbackUrl(
  last: Pick<ExaminedMerchant, 'callbackUrl'> | null,
  project: Pick<ProjectView, 'callbackUrl'> | null,
  own: readonly string[],
): string {
  if (last !== null) return last.callbackUrl
  const url = project?.callbackUrl ?? ''
  return own.some((address) => url === address || url.startsWith(`${address}/`)) ? '' : url
}

export function paramsOf(form: ExamForm, secret: string): Params<'exam.start'> {
  const orders = form.orders.trim()
  const checkout = form.checkout.trim()
  return {
    callbackUrl: form.callbackUrl.trim(),
    projectId: Number(form.projectId),
    platformPort: Number(form.platformPort),
    checkout: checkout === '' ? null : { method: form.method, url: checkout },
    orders:
      orders === ''
        ? null
        : {
            url: orders,
            state: pathOf(form.state) ?? [],
            paid: partsOf(form.paid, ','),
            declined: partsOf(form.declined, ','),
            deliveries: pathOf(form.deliveries),
            amount: pathOf(form.amount),
          },
    clarification: form.clarification,
    statusRequests: form.statusRequests,
    hosts: partsOf(form.hosts, ','),
    ...(secret === '' ? {} : { secret }),
  }
}
