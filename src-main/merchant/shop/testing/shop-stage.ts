import { createServer } from 'node:http'
import { buffer } from 'node:stream/consumers'
import type { CustomerFiles } from '#core/sending'
import { listening } from '#core/testing/listening'
import { headerList } from '#lib/http-message/message'
import { aRequest, aShop, type ShopSetup } from './shop-setup'

/** The shop, a platform and a workbench on separate origins, as a browser finds them. */
export interface ShopStage extends ShopSetup {
  readonly shopUrl: string
  readonly platformUrl: string
  readonly workbenchUrl: string
  /** Openings of the form that arrived at the platform. */
  readonly openings: { readonly method: string; readonly parameters: URLSearchParams }[]
  close(): Promise<void>
}

/** A minimal form for the frame: keeps the messages that it receives, and sends those that a test passes to `say`. */
const FORM = `<!doctype html><html lang="en"><title>Form</title><style>body{margin:0;font:16px sans-serif;height:620px;
background:#fff;color:#111;padding:24px;box-sizing:border-box}</style><p>The form of the platform</p><script>
var guid = null, heard = []
window.addEventListener('message', function (event) {
  var message = JSON.parse(event.data)
  heard.push(message)
  if (message.message !== 'link' || guid === message.guid) return
  guid = message.guid
  say('epframe.loaded', { width: 480, height: 640 })
})
function say(message, data) {
  window.parent.postMessage(JSON.stringify({ message: message, guid: guid, data: data }), '*')
}
</script>`

/** A page that frames the address in its query, and keeps the messages of the previewed page. */
const WORKBENCH = `<!doctype html><html lang="en"><title>Workbench</title><body style="margin:0"><script>
var messages = []
window.addEventListener('message', function (event) { messages.push({ origin: event.origin, data: event.data }) })
var frame = document.createElement('iframe')
frame.src = decodeURIComponent(location.search.slice(1))
frame.style.cssText = 'width:1280px;height:800px;border:0'
document.body.appendChild(frame)
</script></body></html>`

export async function openShopStage(files: Partial<CustomerFiles>): Promise<ShopStage> {
  const openings: { readonly method: string; readonly parameters: URLSearchParams }[] = []
  const platformServer = createServer((request, response) => {
    void buffer(request).then((body) => {
      const [path = '', query = ''] = (request.url ?? '').split('?')
      if (path === '/shared/merchant.js') return response.end(files.merchantJs)
      if (path === '/shared/merchant.css') {
        response.setHeader('Content-Type', 'text/css')
        return response.end(files.merchantCss)
      }
      // Browsers request it automatically when the page fills a tab.
      if (path === '/favicon.ico') return response.writeHead(204).end()
      if (path !== '/payment') return response.writeHead(404).end()
      const method = request.method ?? ''
      openings.push({ method, parameters: new URLSearchParams(method === 'POST' ? body.toString() : query) })
      response.setHeader('Content-Type', 'text/html; charset=utf-8')
      return response.end(FORM)
    })
  })
  const workbenchServer = createServer((_request, response) => {
    response.setHeader('Content-Type', 'text/html; charset=utf-8')
    response.end(WORKBENCH)
  })
  // The shop signs its own address, so the server listens before the shop exists.
  let setup: ShopSetup | null = null
  const shopServer = createServer((request, response) => {
    void buffer(request).then((body) => {
      const headers = headerList(request.rawHeaders)
      const received = aRequest(request.method ?? '', request.url ?? '', { body, headers })
      const shopResponse = setup?.shop.handle(received) ?? null
      response.statusCode = shopResponse?.status ?? 404
      for (const [name, value] of shopResponse?.headers ?? []) response.appendHeader(name, value)
      response.end(shopResponse?.body)
    })
  })
  const platform = await listening(platformServer)
  const workbench = await listening(workbenchServer)
  const shop = await listening(shopServer)
  setup = aShop({
    files,
    addresses: { platform: platform.url, merchant: shop.url },
    workbenchOrigin: workbench.url,
  })
  return {
    ...setup,
    shopUrl: shop.url,
    platformUrl: platform.url,
    workbenchUrl: workbench.url,
    openings,
    async close() {
      await Promise.all([shop, platform, workbench].map(({ close }) => close()))
    },
  }
}
