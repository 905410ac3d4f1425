"""A payment awaits data and is declined after 30 minutes, over HTTP. Needs a running bench, and moves its clock forward by
30 minutes:

    WORKBENCH=http://127.0.0.1:8600 TOKEN=... python3 clarification.py
"""

import json
import os
import urllib.error
import urllib.request


def call(method, **params):
    """Calls a method of the bench and returns its result; ends the script with the reason if the call is refused."""
    request = urllib.request.Request(
        os.environ["WORKBENCH"] + "/api/v1/" + method,
        data=json.dumps(params).encode(),
        headers={"Authorization": "Bearer " + os.environ["TOKEN"], "Content-Type": "application/json"},
    )
    try:
        with urllib.request.urlopen(request) as response:
            return json.load(response)["result"]
    except urllib.error.HTTPError as error:
        raise SystemExit(method + ": " + json.load(error)["error"]["message"])


payment = call("payments.create", amount=4650, currency="EUR")
call("payments.requestClarification", key=payment["key"], fields={"avs_data": ["avs_post_code"]})

# The call returns when everything that is due has been done: the callback is delivered.
call("clock.advance", ms=0)
asked = call("callbacks.list", paymentKey=payment["key"])["items"]
assert [callback["kind"] for callback in asked] == ["clarification"], asked

call("clock.advance", ms=30 * 60 * 1000)
detail = call("payments.get", key=payment["key"])
assert (detail["status"], detail["resultCode"]) == ("decline", "603"), detail["status"]
print("passed")
