/** A request signed with its lines in code point order: what the page shows first. */
export const EXAMPLE = {
  secret: 'example-secret-Hq7Lw4',
  text: `{
  "general": {
    "project_id": 9041,
    "payment_id": "Order/77-β",
    "signature": "Mi2SH2Ykw+jdq/pDaN6Ox+/lrX8A7MUMwgHo2M+XCeyRmASw0jgyakXxAef+GzrofxH8eaRuLTy4+14Iao5r1g=="
  },
  "payment": { "amount": 4650, "currency": "EUR" },
  "customer": { "first_name": "Zoë", "email": "zoe@vale.test" },
  "items": ["shirt", "socks", "hat", "scarf", "gloves", "belt", "shoes", "coat", "tie", "bag", "mug"]
}
`,
} as const
