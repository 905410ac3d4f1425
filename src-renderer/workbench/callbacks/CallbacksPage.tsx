import { MessagePane } from '../message-view/MessagePane'
import { setPlace, usePreferences } from '../state/preferences'
import { Button } from '../ui/Button'
import { CallbackDetailPane } from './CallbackDetailPane'
import { CallbackFilter } from './CallbackFilter'
import { CallbackList } from './CallbackList'
import { openMessageOnPage, readView } from './callback-view'
import type { CallbackSide } from './callback-view'
import { CallbackSplit } from './CallbackSplit'
import { useExchangeDetail } from '../message-view/use-message'
import './callbacks.css'

function CapturedPane({ id }: { readonly id: string }) {
  const { value } = useExchangeDetail('capture', id)
  const sentBy = value?.callbackId
  return (
    <article className="pane cb-detail" aria-label="Captured request">
      <MessagePane
        reference={{ type: 'capture', id }}
        actions={
          sentBy === undefined ? null : (
            <Button
              look="quiet"
              size="small"
              icon="callbacks"
              onClick={() => openMessageOnPage('sent', sentBy)}
            >
              <span className="b-t">As sent</span>
            </Button>
          )
        }
      />
    </article>
  )
}

function Detail({ side, id }: { readonly side: CallbackSide; readonly id: string | null }) {
  if (id === null) {
    return (
      <article className="pane cb-detail" aria-label="Callback">
        <div className="empty">
          <h2>{side === 'sent' ? 'Choose a callback' : 'Choose a request'}</h2>
          <p>Its exact bytes, its signature and the answers are shown here.</p>
        </div>
      </article>
    )
  }
  return side === 'sent' ? <CallbackDetailPane key={id} id={id} /> : <CapturedPane key={id} id={id} />
}

/** Everything that the platform sent and everything that the merchant listener captured. */
export function CallbacksPage() {
  const place = usePreferences((state) => state.callbacks)
  const view = readView(place.view)
  return (
    <CallbackSplit
      share={place.split}
      onShare={(split) => setPlace('callbacks', { split })}
      list={
        <section className="pane" aria-label="Callbacks">
          <CallbackFilter view={view} typed={place.query} />
          <CallbackList
            key={view.side}
            view={view}
            typed={place.query}
            selectedId={place.selection}
            onSelect={(selection) => setPlace('callbacks', { selection })}
          />
        </section>
      }
      detail={<Detail side={view.side} id={place.selection} />}
    />
  )
}
