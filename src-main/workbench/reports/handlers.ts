import type { Handlers } from '#protocol/methods'
import type { BenchContext } from '#workbench/context'
import { collectReport } from './collect'
import { htmlReport } from './html'
import { markdownReport } from './markdown'

/** Reports of payments, for people who do not have the bench. */
export function reportHandlers(context: BenchContext, version: string): Pick<Handlers, 'reports.payments'> {
  return {
    'reports.payments': ({ keys, format }) => {
      const report = collectReport(context, keys, version)
      return {
        text: format === 'html' ? htmlReport(report) : markdownReport(report),
        isCut: report.isCut,
      }
    },
  }
}
