import { usePreferences } from '../state/preferences'
import { readSide } from './callback-view'
import { CapturedPage } from './CapturedPage'
import { SentPage } from './SentPage'
import './callbacks.css'

/** Everything that the platform sent and everything that the merchant listener captured. */
export function CallbacksPage() {
  const side = readSide(usePreferences((state) => state.callbacks.view))
  return side === 'sent' ? <SentPage /> : <CapturedPage />
}
