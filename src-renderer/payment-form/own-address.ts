import type { FormView } from '../../src-main/domain/form/view'

/**
 * Puts the session into the address of a tab once the customer has confirmed: loading the page again shows the payment,
 * where the parameters would be refused as a second opening (contract 5.7). Before that the address keeps them, since
 * they may be changed in it (contract 7.1).
 */
export function keepAddress(base: string, view: FormView['kind']): void {
  if (window.parent !== window || location.pathname !== '/payment') return
  if (view !== 'card' && view !== 'details' && view !== 'expired') history.replaceState(null, '', base)
}
