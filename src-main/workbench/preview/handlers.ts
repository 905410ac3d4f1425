import type { Handlers } from '#protocol/methods'
import type { Previews } from './previews'

type PreviewHandlers = Pick<Handlers, Extract<keyof Handlers, `preview.${string}`>>

/** The preview's methods of the contract. */
export function previewHandlers(previews: Previews): PreviewHandlers {
  return {
    'preview.sign': (request) => previews.sign(request),
    'preview.create': (request) => previews.create(request),
  }
}
