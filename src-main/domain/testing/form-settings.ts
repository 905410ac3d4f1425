import type { FormSettings } from '#domain/form/settings'

/** A purchase of 46.50 EUR, opened on a separate page with only the required parameters. */
export function aFormSettings(overrides: Partial<FormSettings> = {}): FormSettings {
  return {
    mode: 'purchase',
    projectId: 9041,
    paymentId: 'Shop-2031',
    customerId: 'buyer-5',
    amount: 4650,
    currency: 'EUR',
    description: '',
    operation: 'sale',
    isMailOrPhoneOrder: false,
    language: 'en',
    frameMode: 'tab',
    bestBefore: null,
    methods: { forced: null, forcedGroup: null, forcedBrand: null, preselected: null, hidden: [] },
    accountToken: null,
    cardHolder: null,
    supplied: {},
    needsContact: false,
    registersRecurring: false,
    returns: { success: null, fail: null, back: null },
    redirects: { success: null, fail: null, tokenize: null },
    callbacks: { paymentUrl: null, successUrl: null, declineUrl: null },
    externalPagesInNewTab: false,
    olderEmbedded: false,
    payoutSession: null,
    ...overrides,
  }
}
