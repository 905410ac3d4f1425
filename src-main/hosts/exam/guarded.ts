import { sendMessage } from '#net/sender/send-message'
import type { SendHttp } from '#scenarios/running/http'
import { httpOver } from '#workbench/scenarios/runs/run-bench'

const sendHttp = httpOver(sendMessage)

/**
 * Creates a sender that sends only to hosts that may be tested, whatever addresses the merchant's pages name. It
 * rejects with an Error for any other host.
 * @param remedy a sentence that says how a person allows a host
 */
export function guarded(maySendTo: (host: string) => boolean, remedy: (host: string) => string): SendHttp {
  return (request, signal) => {
    const host = new URL(request.url).hostname
    return maySendTo(host)
      ? sendHttp(request, signal)
      : Promise.reject(new Error(`${host} is not on this computer. ${remedy(host)}`))
  }
}
