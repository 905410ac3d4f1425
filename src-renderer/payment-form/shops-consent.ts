import type { PageTexts } from '../../src-main/domain/form/page-state'
import type { JsonObject } from './own-json'
import { isObject } from './own-json'
import type { ParentLine } from './parent-line'
import { sayNotice } from './say-problems'

/** How long the shop may think before the form acts as if it had said no (contract 8.9). */
const SHOP_LIMIT_MS = 30_000

/** Asks the shop whether a payment may start; the embedded flow of contract 8.9, steps 3b to 4b. */
export interface ShopsConsent {
  readonly ask: (agreed: (additional: JsonObject | null) => void) => void
  readonly answered: (body: JsonObject) => void
}

export function askTheShop(
  line: ParentLine,
  texts: PageTexts,
  busy: (isBusy: boolean) => void,
): ShopsConsent {
  let waiting: { readonly agreed: (additional: JsonObject | null) => void; readonly timer: number } | null =
    null

  const refuse = (text: string): void => {
    waiting = null
    busy(false)
    line.post('embedded_mode.hide_loader')
    sayNotice(text, false)
  }
  return {
    ask: (agreed) => {
      if (waiting !== null) return
      busy(true)
      sayNotice('', false)
      waiting = { agreed, timer: window.setTimeout(() => refuse(texts.shopSilent), SHOP_LIMIT_MS) }
      line.post('embedded_mode.check_submit', {})
    },
    answered: (body) => {
      if (waiting === null) return
      const { agreed, timer } = waiting
      clearTimeout(timer)
      const answer = isObject(body['data']) ? body['data'] : {}
      if (answer['result'] !== true) {
        refuse(texts.shopRefused)
        return
      }
      waiting = null
      const additional: Record<string, unknown> = {}
      Object.keys(answer).forEach((name) => {
        if (name !== 'result') additional[name] = answer[name]
      })
      line.post('embedded_mode.show_loader')
      agreed(Object.keys(additional).length === 0 ? null : additional)
    },
  }
}
