import { AnswersPage } from '#window/features/answers/AnswersPage.tsx'
import { FaultsPage } from '#window/features/faults/FaultsPage.tsx'
import { usePreferences } from '#window/state/preferences'
import { readView } from '#window/navigation/callback-view'
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
