import { useEffect, useRef } from 'react'
import type { PaymentDetail } from '#protocol/payments'
import { useFetched } from '#window/message-view/use-fetched'
import { useBench } from '#window/state/bench'
import { Button } from '#window/ui/Button.tsx'
import { Notice } from '#window/ui/Notice.tsx'
import { copyReport, saveReport } from '#window/features/reports/report-commands'

/** The report of a payment as it is saved, so that it has an address and is read before it is handed on. */
export function PaymentReport({ payment }: { readonly payment: PaymentDetail }) {
  const bench = useBench()
  const host = useRef<HTMLDivElement>(null)
  const { key, updatedAt, timeline, earlierSteps = 0, annotation } = payment
  const steps = timeline.length + earlierSteps
  const { value, error, reload } = useFetched(
    `${key} ${updatedAt} ${String(steps)} ${JSON.stringify(annotation ?? null)}`,
    () => bench.call('reports.payments', { keys: [key], format: 'html' }),
  )
  useEffect(() => {
    if (host.current !== null && value !== null) showReport(host.current, value.text)
  }, [value])
  const chosen = { kind: 'keys', keys: [key] } as const
  return (
    <>
      <div className="bar small msg-bar">
        <span className="grow dim">as it is saved</span>
        <Button size="small" look="quiet" icon="copy" onClick={() => copyReport(bench, chosen)}>
          Copy as Markdown
        </Button>
        <Button size="small" icon="download" onClick={() => saveReport(bench, chosen)}>
          Save
        </Button>
      </div>
      {error === null ? null : (
        <div className="band pay-fault">
          <Notice
            tone="red"
            live
            title="The report could not be written."
            action={
              <Button size="small" onClick={reload}>
                Try again
              </Button>
            }
          >
            {error}
          </Notice>
        </div>
      )}
      <div ref={host} className="pay-report" aria-busy={value === null && error === null} />
    </>
  )
}

/**
 * Shows a report, which is a whole HTML page, inside an element: in a shadow root, so that its styles stay apart, and with a
 * constructed style sheet, which the content security policy allows. The policy also blocks any script in it.
 */
function showReport(host: HTMLElement, text: string): void {
  const [before = '', rest = ''] = text.split('<style>', 2)
  const [style = '', after = ''] = rest.split('</style>', 2)
  const page = new DOMParser().parseFromString(before + after, 'text/html')
  const sheet = new CSSStyleSheet()
  sheet.replaceSync(style.replaceAll(':root', ':host'))
  const root = host.shadowRoot ?? host.attachShadow({ mode: 'open' })
  root.adoptedStyleSheets = [sheet]
  root.replaceChildren(document.adoptNode(page.body))
}
