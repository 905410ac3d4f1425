import type { HttpResponse } from '../../lib/http-message/message'
import { noticePage } from './pages/notice'
import { renderPreviewPage } from './pages/preview'
import { pageResponse, reportsResponse, textResponse } from './responses'
import { isJson } from './request'
import { show, type ShopCall } from './shop-call'

/** A form that the tester opened in the workbench. */
export function showPreview(call: ShopCall): HttpResponse {
  const { options, platform, visit } = call
  const preview = options.preview(call.id)
  if (preview === null) {
    const text = 'Open the form again in the workbench, which keeps the last 50 previews.'
    return show(call, noticePage(visit, { title: 'This preview no longer exists', text }), 404)
  }
  const workbenchOrigin = options.workbenchOrigin()
  return pageResponse(renderPreviewPage({ preview, platform, workbenchOrigin, nonce: options.randomHex(32) }))
}

/** What the page of a preview reports to the workbench. */
export function takeReports({ options, id, raw }: ShopCall): HttpResponse {
  if (options.preview(id) === null) {
    return textResponse(404, 'This preview no longer exists. Open the form again in the workbench.\n')
  }
  // A page of another origin cannot send this type without asking first, which nothing here allows.
  if (!isJson(raw)) return textResponse(415, 'Send reports as JSON, with Content-Type: application/json.\n')
  return reportsResponse(options.reports.take(id, raw.body))
}
