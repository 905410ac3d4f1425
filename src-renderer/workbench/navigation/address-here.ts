import { chosenAttempt } from '#window/state/chosen-attempt'
import { preferencesStore } from '#window/state/preferences'
import { type Address, addressOf } from './address'

/** The place that the window is at. */
export const addressHere = (): Address =>
  addressOf(preferencesStore.getState(), chosenAttempt.getState().chosen)
