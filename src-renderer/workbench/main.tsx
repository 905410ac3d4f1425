import './shell/zod-without-eval'
import './ui/look'
import { createRoot } from 'react-dom/client'
import { createBenchClient } from '#protocol/client'
import { App } from './shell/App'
import { followTheme } from './shell/window-commands'
import { BenchContext, createFeed } from './state/bench'
import { followBench, infoStore, introduceTo, takeChanges } from './state/info'
import { connect } from './state/connection'
import { takeSessionEvents } from './features/sessions/session-work'
import { watchPageErrors } from './state/toasts'

watchPageErrors(window)
const client = createBenchClient()
const feed = createFeed(client)
followTheme()
introduceTo(client)
followBench(client, feed)
feed.subscribe(takeChanges)
feed.subscribe(takeSessionEvents)
const reached = await connect(client, {
  onTries: (failedTries) => infoStore.setState({ failedTries }),
  onRefused: () => infoStore.setState({ refused: true }),
})

const root = document.getElementById('root')
if (root === null) throw new Error('The page has no element with the id "root".')
createRoot(root).render(
  <BenchContext value={{ client, feed }}>
    <App reached={reached} />
  </BenchContext>,
)
