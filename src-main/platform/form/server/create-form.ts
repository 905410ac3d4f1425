import type { DiagnosticCrypto } from '#domain/signature/crypto'
import type { Store } from '#store/store'
import type { Recorder } from '#platform/exchanges/recorder'
import type { Changes } from '#core/changes'
import type { VirtualClock } from '#core/clock/virtual-clock'
import type { PlatformIds } from '#core/ids'
import type { PaymentService } from '#platform/payments/payment-service'
import type { CustomerFiles, SelfAddresses } from '#core/ports'
import type { Projects } from '#core/projects'
import type { UnreadableRows } from '#core/unreadable'
import { createFormActions } from '#platform/form/actions/form-actions'
import { prepareAssets } from '#platform/form/pages/assets'
import { createFormApp, type FormApp } from './form-app'
import { createFormPages } from './form-pages'
import { createIssuerApp } from './issuer-app'
import { createJudge } from './judge-opening'
import { createOpeningApp } from './opening-app'
import { createSavedCards } from '#platform/form/visit/saved-cards'
import { createVisitActions } from './visit-actions'
import { createVisitApp } from './visit-app'
import { createVisitIssuer } from './visit-issuer'
import { createFormVisits } from '#platform/form/visit/visits'
import { createStaticFiles } from './static-files'
import { createTokens } from '#platform/form/visit/tokens'

/** Creates the hosted form from its parts. */
export function createForm(options: {
  readonly store: Store
  readonly paymentService: PaymentService
  readonly projects: Projects
  readonly ids: PlatformIds
  readonly crypto: DiagnosticCrypto
  readonly clock: VirtualClock
  readonly changes: Changes
  readonly recorder: Recorder
  readonly files: CustomerFiles
  readonly addresses: () => SelfAddresses | null
  readonly reference: (url: string) => string
  readonly randomHex: (digits: number) => string
  readonly sha256Hex: (bytes: Uint8Array) => string
  readonly unreadableRows: UnreadableRows
  readonly onFailure: (message: string, error: unknown) => void
}): FormApp {
  const { store, files, clock, randomHex, sha256Hex } = options
  const now = (): number => clock.now()
  const assets = prepareAssets(files)
  const visits = createFormVisits({ store, randomHex, now })
  const savedCards = createSavedCards(store, now)
  const pages = createFormPages({ ...options, visits, savedCards, assets })
  const tokens = createTokens({ ...options, now })
  const actions = createFormActions({ ...options, visits, savedCards, tokens, now })
  return createFormApp({
    ...options,
    files: createStaticFiles(files, assets.styles, sha256Hex),
    opening: createOpeningApp({
      ...options,
      judge: createJudge({ ...options, now }),
      visits,
      pages,
      assets,
    }),
    visits: createVisitApp({
      ...options,
      visits,
      actions: createVisitActions({ actions, pages, sha256Hex }),
      issuer: createVisitIssuer({ ...options, actions, assets }),
      pages,
      assets,
    }),
    issuer: createIssuerApp({ ...options, assets }),
  })
}
