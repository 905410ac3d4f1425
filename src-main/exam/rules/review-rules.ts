import type { Rule } from './rule'

const reviewed = (
  number: number,
  title: string,
  sections: string,
  matters: string,
  review: string,
): Rule => ({ number, title, sections, matters, remedy: review, trials: [], review })

/** The rules that cannot be observed from outside: a person has to check the code and the settings. */
export const REVIEW_RULES: readonly Rule[] = [
  reviewed(
    18,
    'Names of the platform are resolved regularly',
    '1',
    'Requests go to an address that the platform no longer uses.',
    'Check whether the HTTP client keeps resolved names for longer than their records allow.',
  ),
  reviewed(
    19,
    'No access list stands in the way of requests to the platform',
    '1',
    'Requests stop when the platform changes its addresses.',
    'Check the rules of the firewall for connections that leave the server.',
  ),
  reviewed(
    20,
    'No protection against TLS fingerprints on the way to the platform',
    '1',
    'Connections are refused without a reason that the shop could see.',
    'Check proxies and gateways that change or check TLS handshakes.',
  ),
  reviewed(
    21,
    'Root certificates are updated every six months',
    '1',
    'At some point, connections to the platform fail.',
    'Check when the image of the server, or its package of root certificates, was last updated.',
  ),
  reviewed(
    28,
    'Callbacks are accepted from the platform’s addresses only',
    '9.2',
    'A second line of defence beside the signature is missing. It is optional.',
    'Check whether the firewall or the receiver knows the addresses that the platform publishes. The bench sends from this computer.',
  ),
  reviewed(
    32,
    'Signatures are compared in constant time',
    '2.8',
    'An attacker who measures response times can guess a signature byte by byte.',
    'Check whether the code compares with a function made for it, such as hash_equals, hmac.compare_digest or crypto.timingSafeEqual.',
  ),
]
