#!/bin/sh
# A payment awaits data and is declined after 30 minutes, with curl. Needs a running bench, and moves its clock forward
# by 30 minutes:
#   WORKBENCH=http://127.0.0.1:8600 TOKEN=... sh clarification.sh
set -eu

call() {
  "${CURL_PATH:-curl}" -sS --fail-with-body "$WORKBENCH/api/v1/$1" -H "Authorization: Bearer $TOKEN" \
    -H 'Content-Type: application/json' -d "$2"
}

# The first text member with this name; with jq it would be: jq -r ".result.$1".
member() { sed -n "s/^[^}]*\"$1\":\"\([^\"]*\)\".*/\1/p"; }

key=$(call payments.create '{"amount":4650,"currency":"EUR"}' | member key)
call payments.requestClarification "{\"key\":\"$key\",\"fields\":{\"avs_data\":[\"avs_post_code\"]}}" >/dev/null

# The call returns when everything that is due has been done.
call clock.advance '{"ms":1800000}' >/dev/null

status=$(call payments.get "{\"key\":\"$key\"}" | member status)
[ "$status" = decline ] || { echo "the payment is $status" >&2; exit 1; }
echo passed
