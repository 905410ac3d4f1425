import { useState } from 'react'
import { CALLBACK_BURST } from '../../../../src-main/protocol/bench'
import { useInfo } from '../../state/info'
import { Button } from '../../ui/Button'
import { Notice } from '../../ui/Notice'

/** Says above the callbacks that one payment gets very many of them; the bar below the window keeps saying it. */
export function BurstNotice() {
  const notice = useInfo((state) => state.info?.notices.find(({ id }) => id === CALLBACK_BURST))
  const [dismissed, setDismissed] = useState<string | null>(null)
  if (notice === undefined || notice.message === dismissed) return null
  return (
    <div className="cb-burst">
      <Notice
        tone="amber"
        title={notice.message}
        action={
          <Button
            look="quiet"
            size="small"
            icon="close"
            aria-label="Dismiss"
            onClick={() => setDismissed(notice.message)}
          />
        }
      >
        {notice.remedy}
      </Notice>
    </div>
  )
}
