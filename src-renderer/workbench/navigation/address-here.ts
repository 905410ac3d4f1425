import { chosenAttempt } from '../state/chosen-attempt'
import { preferencesStore } from '../state/preferences'
import { addressOf } from './address'
import type { Address } from './address'

/** The place that the window is at. */
export const addressHere = (): Address =>
  addressOf(preferencesStore.getState(), chosenAttempt.getState().chosen)
