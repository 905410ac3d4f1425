import { sendHttp, type SendHttp } from '../../scenarios/running/http'

/**
 * Sends only to hosts that may be tested, whatever the pages of the merchant name.
 * @param remedy how a person allows a host
 */
export function guarded(maySendTo: (host: string) => boolean, remedy: (host: string) => string): SendHttp {
  return (request, signal) => {
    const host = new URL(request.url).hostname
    return maySendTo(host)
      ? sendHttp(request, signal)
      : Promise.reject(new Error(`${host} is not on this computer. ${remedy(host)}`))
  }
}
