import { useBench } from '../state/bench'
import { useInfo } from '../state/info'
import { closeSession } from '../state/own-session'
import { setPlace, setPreferences } from '../state/preferences'
import { Button } from '../ui/Button'
import { Notice } from '../ui/Notice'

interface FailedPartProps {
  readonly reason: string
  readonly onRetry: () => void
}

/** The payments page without selection and filter, which may be what failed. */
function goToPayments(): void {
  setPlace('payments', { selection: null, query: '', view: null })
  setPreferences({ page: 'payments' })
}

/** Replaces a part of the window that failed: says why, and what to do. */
export function FailedPart({ reason, onRetry }: FailedPartProps) {
  const bench = useBench()
  const isImported = useInfo((state) => state.info?.session.kind === 'imported')
  return (
    <div className="page-message">
      <Notice
        tone="red"
        live
        title="This part of the window failed."
        action={
          <span className="copyrow">
            <Button size="small" onClick={onRetry}>
              Try again
            </Button>
            <Button
              size="small"
              onClick={() => {
                goToPayments()
                onRetry()
              }}
            >
              Go to Payments
            </Button>
            {isImported ? (
              <Button size="small" does="sessions.close" onClick={() => closeSession(bench)}>
                Leave this session
              </Button>
            ) : null}
          </span>
        }
      >
        {reason} No data is lost, and the rest of the window works. If it fails again, reload the page.
      </Notice>
    </div>
  )
}
