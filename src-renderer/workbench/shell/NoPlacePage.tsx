import { quotedText } from '../../../src-main/lib/limits/bounded-text'
import type { Address } from '../navigation/address'
import { SessionOfLink } from '../features/workspaces/SessionOfLink'
import { openAddress } from '../navigation/open-address'
import { Button } from '../ui/Button'
import { Icon } from '../ui/Icon'
import type { NoPlace } from './router'

const ALL_PAYMENTS: Address = {
  page: 'payments',
  list: { name: 'payments', query: '', sort: null, projectId: null },
}

/** Shown for an address that leads nowhere, or into a session that is not open: why, and what to do. */
export function NoPlacePage({ noPlace }: { readonly noPlace: NoPlace }) {
  const isElsewhere = 'sessionId' in noPlace
  return (
    <div className="empty" role="alert">
      <Icon name="search" />
      <h1 className="pane-title">
        {isElsewhere ? 'This link leads into another session' : 'There is nothing at this address'}
      </h1>
      <p>
        <code>{quotedText(noPlace.address)}</code>
      </p>
      {isElsewhere ? (
        <SessionOfLink sessionId={noPlace.sessionId} />
      ) : (
        <p>{noPlace.reason} Ask the sender for the link again, or look for the payment in the list.</p>
      )}
      <Button onClick={() => openAddress(ALL_PAYMENTS)}>Show all payments</Button>
    </div>
  )
}
