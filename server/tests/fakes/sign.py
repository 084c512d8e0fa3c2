"""Signs webhook bodies with Stripe's own library, and verifies the signatures with it.

Reads lines of `{"payload": …, "secret": …, "timestamp": …}` and answers each with the header's value.
"""

import json
import sys

from stripe import Webhook, WebhookSignature

for line in sys.stdin:
    order = json.loads(line)
    payload, secret, timestamp = order["payload"], order["secret"], order["timestamp"]
    signature = WebhookSignature._compute_signature(f"{timestamp}.{payload}", secret)
    header = f"t={timestamp},{WebhookSignature.EXPECTED_SCHEME}={signature}"
    WebhookSignature.verify_header(payload, header, secret)
    Webhook.construct_event(payload, header, secret, tolerance=10**10)
    print(header, flush=True)
