import type { BenchClient } from '#protocol/client'
import type { Params } from '#protocol/methods'
import { LIMITS } from '#lib/limits/limit-table'
import { counted } from '#lib/words'
import { copyWithToast, showFailure, showToast } from '#window/state/toasts'
import { beginRecorded } from '#window/features/scenarios/scenario-commands'
import { fileStamp, saveFile } from '#window/lib/files'

export type ChosenPayments =
  | { readonly kind: 'keys'; readonly keys: readonly string[] }
  | { readonly kind: 'list'; readonly list: Pick<Params<'payments.list'>, 'query' | 'projectId' | 'sort'> }

async function keysOf(bench: BenchClient, chosen: ChosenPayments, most: number = LIMITS.reportPayments) {
  if (chosen.kind === 'keys') {
    return { keys: chosen.keys.slice(0, most), leftOut: Math.max(0, chosen.keys.length - most) }
  }
  const { items, total } = await bench.call('payments.list', { ...chosen.list, limit: most })
  return { keys: items.map(({ key }) => key), leftOut: total - items.length }
}

export function saveReport(bench: BenchClient, chosen: ChosenPayments): void {
  const save = async (): Promise<void> => {
    const { keys, leftOut } = await keysOf(bench, chosen)
    const { text, isCut } = await bench.call('reports.payments', { keys, format: 'html' })
    saveFile(new Blob([text], { type: 'text/html' }), `paybench-report-${fileStamp()}.html`)
    const limit = String(LIMITS.reportPayments)
    const others = leftOut === 0 ? '' : `, without ${String(leftOut)} more: a report holds at most ${limit}`
    const cut = isCut ? ', shortened where indicated' : ''
    showToast({
      icon: 'download',
      text: `Saved the report of ${counted(keys.length, 'payment')}${others}${cut}`,
    })
  }
  save().catch(showFailure)
}

/** Opens the dialog to name a scenario that repeats the history of all chosen payments. */
export async function saveChosenAsScenario(bench: BenchClient, chosen: ChosenPayments): Promise<void> {
  const most = LIMITS.scenarioPayments
  const { keys, leftOut } = await keysOf(bench, chosen, most)
  if (leftOut > 0)
    throw new Error(`A scenario is recorded from at most ${String(most)} payments. Select fewer.`)
  await beginRecorded(bench, keys)
}

export function copyReport(bench: BenchClient, chosen: ChosenPayments): void {
  copyWithToast(async () => {
    const { keys } = await keysOf(bench, chosen)
    return (await bench.call('reports.payments', { keys, format: 'markdown' })).text
  }, 'Copied the report as Markdown')
}
