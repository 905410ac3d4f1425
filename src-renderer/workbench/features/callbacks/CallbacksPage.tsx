import { AnswersPage } from '../answers/AnswersPage'
import { FaultsPage } from '../faults/FaultsPage'
import { usePreferences } from '../../state/preferences'
import { readView } from '../../navigation/callback-view'
import { CapturedPage } from './CapturedPage'
import { SentPage } from './SentPage'
import '../../message-view/callbacks.css'

/** Everything that the platform sent and everything that the merchant listener captured, with the rules about both. */
export function CallbacksPage() {
  const view = readView(usePreferences((state) => state.callbacks.view))
  switch (view) {
    case 'sent':
      return <SentPage />
    case 'captured':
      return <CapturedPage />
    case 'answers':
      return <AnswersPage />
    case 'faults':
      return <FaultsPage />
  }
}
