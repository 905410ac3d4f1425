import type { Handlers } from '../../protocol/methods'
import type { Previews } from './previews'

type PreviewHandlers = Pick<Handlers, Extract<keyof Handlers, `preview.${string}`>>

/** The preview's methods of the contract. */
export function previewHandlers(previews: Previews): PreviewHandlers {
  return {
    'preview.sign': (wish) => previews.sign(wish),
    'preview.create': (wish) => previews.create(wish),
  }
}
