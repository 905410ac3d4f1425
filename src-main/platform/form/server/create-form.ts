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
import { createSavedCards } from '#platform/form/session/saved-cards'
import { createSessionActions } from './session-actions'
import { createSessionApp } from './session-app'
import { createSessionIssuer } from './session-issuer'
import { createFormSessions } from '#platform/form/session/sessions'
import { createStaticFiles } from './static-files'
import { createTokens } from '#platform/form/session/tokens'

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
  const sessions = createFormSessions({ store, randomHex, now })
  const savedCards = createSavedCards(store, now)
  const pages = createFormPages({ ...options, sessions, savedCards, assets })
  const tokens = createTokens({ ...options, now })
  const actions = createFormActions({ ...options, sessions, savedCards, tokens, now })
  return createFormApp({
    ...options,
    files: createStaticFiles(files, assets.styles, sha256Hex),
    opening: createOpeningApp({
      ...options,
      judge: createJudge({ ...options, now }),
      sessions,
      pages,
      assets,
    }),
    sessions: createSessionApp({
      ...options,
      sessions,
      actions: createSessionActions({ actions, pages, sha256Hex }),
      issuer: createSessionIssuer({ ...options, actions, assets }),
      pages,
      assets,
    }),
    issuer: createIssuerApp({ ...options, assets }),
  })
}
