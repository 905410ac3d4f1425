import type { FieldGroup } from '#domain/clarification/requestable-field'
import type { ProblemReason } from '#domain/form/view'

/** English defines which texts every language must have. */
export const EN = {
  testBench: 'Test: no money moves',
  testShop: 'Test shop',
  privacy: 'Your details go to the payment platform only',
  noScript: 'This form needs JavaScript. Allow it in your browser and reload the page.',
  cards: 'Bank cards',
  form: {
    payByCard: 'Pay by card',
    verifyCard: 'Check your card',
    saveCard: 'Save your card',
    receiveMoney: 'Receive money',
    pay: (sum: string) => `Pay ${sum}`,
    verify: 'Check card',
    save: 'Save card',
    receive: (sum: string) => `Receive ${sum}`,
    payWithin: 'Pay within',
    answerWithin: 'Answer within',
    until: (time: string) => `until ${time}`,
    dayShort: 'd',
    cardNumber: 'Card number',
    expiry: 'Valid until',
    expiryPattern: 'MM / YY',
    code: 'Security code',
    codeDigits: (count: number) => `${count} digits`,
    codeOnBack: 'On the back of the card',
    codeOnFront: 'On the front of the card',
    acceptedCards: 'Accepted cards',
    holder: 'Name on card',
    saveForNextTime: 'Save this card for next time',
    savedCards: 'Your cards',
    otherCard: 'Another card',
    removeCard: (number: string) => `Remove card ${number}`,
    removeQuestion: (card: string) => `Remove ${card}?`,
    remove: 'Remove',
    keep: 'Keep',
    expiredCard: 'expired',
    validUntil: (expiry: string) => `valid until ${expiry}`,
    onlyBrand: (brand: string) => `Only ${brand} is accepted here.`,
    optional: 'optional',
    choose: 'Choose',
    yes: 'Yes',
    no: 'No',
    male: 'Male',
    female: 'Female',
    datePattern: 'DD-MM-YYYY',
    summary: 'Order summary',
    total: 'Total',
    back: 'Back to the shop',
    close: 'Close',
    /** For a full page without an address to return to. */
    closePage: 'You can close this page now.',
  },
  details: { title: 'Your details', submit: 'Continue' },
  waiting: {
    title: 'Your payment is being processed',
    text: 'This usually takes a few seconds. Please keep this page open.',
  },
  challenge: {
    title: 'Your bank asks you to confirm',
    onPage: 'You are being taken to your bank’s page.',
    inTab: 'Your bank’s page opens in a new tab. Come back here when you are done.',
    open: 'Go to your bank',
  },
  clarification: {
    title: 'Your bank asks for a few more details',
    text: 'The payment continues as soon as you send them. Your card has not been charged.',
    again: 'Some details are still missing or were not accepted. Please check them.',
    /** Below the field of a one-time code; `digits`: the last digits of the phone number, null if it is unknown. */
    codeSent: (digits: string | null) =>
      digits === null
        ? 'Your bank sent it to the phone number it has for you.'
        : `Your bank sent it to the phone number ending in\u00a0${digits}.`,
    submit: 'Send and continue',
  },
  result: {
    paid: (sum: string) => `Paid ${sum}`,
    paidText: (shop: string) => `${shop} has your order.`,
    /** The moved amount is less than the requested `sum`. */
    partOf: (sum: string) => `This is part of ${sum}.`,
    verified: 'Card checked',
    verifiedText: 'Your card is valid. Nothing was charged.',
    saved: 'Card saved',
    savedText: 'You can use it for your next payment.',
    paidOut: (sum: string) => `Sent ${sum}`,
    paidOutText: 'The money is on its way to your card.',
    declined: (sum: string) => `Payment of ${sum} declined`,
    notVerified: 'Card could not be checked',
    notSaved: 'Card could not be saved',
    notCharged: 'You were not charged.',
    reasons: {
      funds: 'Your card has insufficient funds.',
      limit: 'Your card has reached its limit.',
      cardData: 'Some of the card details are incorrect.',
      cardExpired: 'This card has expired.',
      issuer: 'Your bank declined the payment.',
      threeDSecure: 'Your bank could not confirm that it was you.',
      cancelled: 'The payment was cancelled.',
      suspicious: 'The payment was stopped by a security check.',
      temporary: 'The payment could not be processed right now.',
      late: 'This payment has timed out.',
      details: 'The requested details did not match or were not provided.',
      merchant: 'The shop declined the payment.',
      general: 'The payment could not be completed.',
    },
    /** Without an amount. */
    pending: 'Your payment is still being processed',
    pendingSum: (sum: string) => `Your payment of ${sum} is still being processed`,
    pendingText: 'The shop will let you know as soon as it is done.',
    payment: 'Payment',
    date: 'Date',
    card: 'Card',
    tryAgain: 'Try another card',
    giveUp: 'Stop trying',
    triesLeft: (count: number): string => (count === 1 ? '1 try left' : `${count} tries left`),
    remaining: 'Time left',
  },
  expired: {
    title: 'This payment has timed out',
    text: 'Nothing was charged. Go back to the shop and start again.',
  },
  problems: {
    required: 'Please fill in this field',
    card_number: 'Enter the number exactly as on the card',
    card_brand: 'This type of card is not accepted here',
    card_expired: 'This card has expired',
    card_expiry: 'Enter month and year as MM\u00a0/\u00a0YY',
    card_code: 'Enter all digits of the security code',
    card_holder: 'Enter first and last name as on the card, in Latin letters',
    email: 'Enter a complete e-mail address, such as name@mail.com',
    date: 'Enter a valid date as DD-MM-YYYY',
    country: 'Choose a country',
    post_code: 'Use letters, digits, spaces and hyphens only',
    phone: 'Enter digits only, beginning with the country code',
    one_time_code: 'Enter the code of 4 to 8 digits',
    too_long: 'This is too long',
    value: 'This value was not accepted. Please check it.',
  } satisfies Readonly<Record<ProblemReason, string>>,
  problemsTitle: (count: number): string =>
    count === 1 ? 'Please check one field' : `Please check ${count} fields`,
  fields: {
    email: 'E-mail',
    firstName: 'First name',
    middleName: 'Middle name',
    lastName: 'Last name',
    dayOfBirth: 'Date of birth',
    birthplace: 'Place of birth',
    gender: 'Gender',
    citizenship: 'Citizenship',
    phone: 'Phone with country code',
    homePhone: 'Phone at home',
    workPhone: 'Phone at work',
    address: 'Street and house number',
    street: 'Street',
    building: 'House number',
    district: 'District',
    city: 'City',
    state: 'State or county',
    region: 'Region',
    regionCode: 'Region code',
    province: 'Province',
    country: 'Country',
    postCode: 'Post code',
    ssn: 'Last 4 digits of the social security number',
    iin: 'Personal identification number',
    docNumber: 'Document number',
    docType: 'Document type',
    docIssueDate: 'Date of issue',
    docIssueBy: 'Issued by',
    docIssueCountry: 'Country of issue',
    securityCode: 'Code that you received',
    accountNumber: 'Account number',
  },
  groups: {
    customer: 'Personal details',
    document: 'Identity document',
    avs: 'Card address',
    billing: 'Billing address',
    shipping: 'Delivery',
    account: 'Bank account',
    'account-history': 'Customer account',
    browser: 'Browser',
    code: 'One-time code',
    other: 'Other details',
  } satisfies Readonly<Record<FieldGroup | 'other', string>>,
  notices: {
    unreachable: 'The payment platform cannot be reached. What you entered is still here.',
    retry: 'Try again',
    busy: 'Please wait',
    shopRefused: 'The shop did not confirm the payment. You were not charged.',
    shopSilent: 'The shop did not answer in time. You were not charged; please try again.',
  },
  error: {
    title: 'The payment form cannot be shown',
    sentences: {
      400: 'The shop’s request is incomplete or incorrect. You were not charged. Please go back to the shop.',
      404: 'The shop’s request leads to an address that does not exist. You were not charged. Please go back to the shop.',
      414: 'The shop’s request is too long. You were not charged. Please go back to the shop.',
      500: 'Something went wrong on the platform. You were not charged. Please try again in a few minutes.',
    },
    other: 'Something went wrong. You were not charged. Please go back to the shop.',
    forDevelopers: 'For developers, shown on the test bench only',
  },
  issuer: {
    simulated: 'simulated bank',
    title: 'Confirm this payment',
    /** `digits`: the last digits of the phone number, null if it is unknown. */
    text: (digits: string | null) =>
      digits === null
        ? 'We sent a code by text message to the phone number you gave us.'
        : `We sent a code by text message to the number ending in\u00a0${digits}.`,
    code: 'Code',
    hint: (code: string) => `${code} approves, anything else declines`,
    confirm: 'Confirm',
    cancel: 'Cancel payment',
    done: 'Thank you',
    doneText: 'You are being taken back to the payment.',
    closeTab: 'You can close this tab and go back to the payment.',
    continue: 'Continue',
  },
}

/** Every text that a customer can see, in one language. */
export type FormStrings = Readonly<typeof EN>

/** Several field paths may share one label. */
export type FieldLabel = keyof FormStrings['fields']

/** The groups of the catalogue; `other`: fields that are not in it. */
export type AskedGroup = keyof FormStrings['groups']

/** Groups the decline codes after which the customer can take the same action (contract 4.5). */
export type DeclineReason = keyof FormStrings['result']['reasons']

/** Contract 7.2. */
export type ErrorStatus = keyof FormStrings['error']['sentences']
