import { CLARIFICATION_RULES } from './clarification-rules'
import { DELIVERY_RULES } from './delivery-rules'
import { METHOD_RULES } from './method-rules'
import { REQUEST_RULES } from './request-rules'
import type { Rule } from './rule'
import { SIGNATURE_RULES } from './signature-rules'
import { STATE_RULES } from './state-rules'
import { task } from '#scenarios/foreign/foreign'
import {
  unobserved,
  type CheckResult,
  type MerchantRequests,
  type RequestCheck,
} from '#exam/requests/merchant-requests'
import type { Merchant } from '#exam/setup/exam-setup'

/** Rules that cannot be observed from outside: a person checks code and settings. */
const REVIEW_RULES: readonly Rule[] = [
  {
    number: 18,
    title: 'Names of the platform are resolved regularly',
    sections: '1',
    matters: 'Requests go to an address that the platform no longer uses.',
    review: 'Check whether the HTTP client keeps resolved names for longer than their records allow.',
    remedy:
      'Make the HTTP client resolve the name again after the time to live of its record: limit how long pooled connections and cached names live, and write no address of the platform into /etc/hosts.',
  },
  {
    number: 19,
    title: 'No access list blocks requests to the platform',
    sections: '1',
    matters: 'Requests stop when the platform changes its addresses.',
    review: 'Check the rules of the firewall for connections that leave the server.',
    remedy:
      'Allow the server to connect to port 443 of any address, or make the firewall allow the platform by its name. A list of addresses is out of date at the next change.',
  },
  {
    number: 20,
    title: 'No protection against TLS fingerprints on the way to the platform',
    sections: '1',
    matters: 'Connections are refused without a reason that the shop can see.',
    review: 'Check proxies and gateways that change or check TLS handshakes.',
    remedy:
      'Leave the traffic to the platform out of TLS inspection, and connect with the TLS library that comes with the language.',
  },
  {
    number: 21,
    title: 'Root certificates are updated every six months',
    sections: '1',
    matters: 'At some point, connections to the platform fail.',
    review: 'Check when the image of the server, or its package of root certificates, was last updated.',
    remedy:
      'Update the package of root certificates with the other packages, rebuild images at least every six months, and pin no certificate of the platform.',
  },
  {
    number: 28,
    title: 'Callbacks are accepted from the platform’s addresses only',
    sections: '9.2',
    matters: 'A second line of defence beside the signature is missing. It is optional.',
    review:
      'Check whether the firewall or the receiver knows the addresses that the platform publishes. Paybench sends from this computer.',
    remedy:
      'Allow the addresses that the platform publishes at the firewall or the reverse proxy, only for the callback path, and keep the list up to date. Verify the signature as before.',
  },
  {
    number: 32,
    title: 'Signatures are compared in constant time',
    sections: '2.8',
    matters: 'An attacker who measures response times can guess a signature byte by byte.',
    review:
      'Check how the code compares the signature of a callback with the one that it computed: with a function for comparisons in constant time, or with ==.',
    remedy:
      'Compare with a function made for it, such as hash_equals, hmac.compare_digest or crypto.timingSafeEqual, on bytes of the same length; == stops at the first difference.',
  },
]

/** In the order of the contract. */
export const EXAM_RULES: readonly Rule[] = [
  ...SIGNATURE_RULES,
  ...DELIVERY_RULES,
  ...STATE_RULES,
  ...CLARIFICATION_RULES,
  ...REQUEST_RULES,
  ...METHOD_RULES,
  ...REVIEW_RULES,
].toSorted((a, b) => a.number - b.number)

const resultsOf = (judge: (check: RequestCheck) => CheckResult) =>
  EXAM_RULES.flatMap(({ number, check }) => (check === undefined ? [] : [[number, judge(check)] as const]))

/** Judges the merchant's requests by every rule that has a check. */
export const CHECK_REQUESTS = task({
  name: 'checkRequests',
  what: 'Judging the requests of the merchant',
  remedy: 'Make the merchant send smaller requests.',
  work: ({ requests, merchant }: { readonly requests: MerchantRequests; readonly merchant: Merchant }) =>
    resultsOf((check) => check(requests, merchant)),
})

export const unchecked = (reason: string) => resultsOf(() => unobserved(reason))
