"""Extends localstripe with Checkout sessions, the customer portal, prices and changes of a subscription.

Run as `python stripe_fake.py PORT`. Plans stand in for prices: `price_pro_monthly` and so on exist from the start. Besides
localstripe's own `POST /_config/webhooks/ID`, tests can use:

- `GET /checkout/ID`: the hosted payment page, with a button to pay and one to go back
- `POST /checkout/ID/pay`: pays as a customer would, and goes to the success address
- `GET /_test/events`: every event so far, oldest first
- `POST /_test/renew/SUBSCRIPTION`: begins the next period
- `POST /_test/past_due/SUBSCRIPTION`: a payment fails
- `POST /_test/refund/INVOICE` with `amount`: refunds the amount, and sends the event
"""

import html
import sys

from aiohttp import web
from localstripe import resources, server
from localstripe.errors import UserError
from localstripe.resources import (
    Charge, Customer, Event, Invoice, PaymentIntent, PaymentMethod, Plan, Refund, StripeObject, Subscription,
    schedule_webhook,
)

PRICES = [
    ("price_pro_monthly", 900, "month"),
    ("price_pro_yearly", 8400, "year"),
    ("price_max_monthly", 2900, "month"),
    ("price_max_yearly", 27600, "year"),
]
CARD = {"number": "4242424242424242", "exp_month": 12, "exp_year": 2040, "cvc": "123"}


def known_customer(id):
    """Rejects a deleted customer, as Stripe does."""
    try:
        Customer._api_retrieve(id)
    except UserError:
        contents = {"code": "resource_missing", "param": "customer"}
        raise UserError(400, f"No such customer: '{id}'", contents) from None


def open_sessions(customer):
    sessions = [thing for thing in resources.store.values() if isinstance(thing, CheckoutSession)]
    return [session for session in sessions if session.customer == customer and session.status == "open"]


deleted_customers = set()


def delete_customer(id):
    """Adds to localstripe's deletion: cancels the customer's subscriptions."""
    for subscription in Subscription._api_list_all(None, customer=id, limit=99)._list:
        Subscription._api_delete(subscription.id)
    deleted_customers.add(id)
    return Customer._api_delete(id)


class CheckoutSession(StripeObject):
    object = "checkout.session"
    _id_prefix = "cs_test_"

    def __init__(self, base, customer, line_items, mode, success_url, cancel_url, client_reference_id):
        super().__init__()
        known_customer(customer)
        assert mode == "subscription" and line_items[0]["quantity"] == "1"
        Plan._api_retrieve(line_items[0]["price"])
        self.customer, self.mode, self.client_reference_id = customer, mode, client_reference_id
        self.success_url, self.cancel_url = success_url, cancel_url
        self.status, self.subscription = "open", None
        self.url = f"{base}/checkout/{self.id}"
        self._price = line_items[0]["price"]

    def _pay(self):
        if self.status != "open":
            raise UserError(400, "This payment page is not open any more")
        customer = Customer._api_retrieve(self.customer)
        if customer._get_default_payment_method_or_source() is None:
            method = PaymentMethod(type="card", card=dict(CARD))
            PaymentMethod._api_attach(method.id, customer=self.customer)
            Customer._api_update(self.customer, invoice_settings={"default_payment_method": method.id})
        self.subscription = Subscription(customer=self.customer, items=[{"plan": self._price}]).id
        self.status = "complete"
        schedule_webhook(Event("checkout.session.completed", self))


class PortalSession(StripeObject):
    object = "billing_portal.session"
    _id_prefix = "bps_"

    def __init__(self, base, customer, return_url):
        super().__init__()
        known_customer(customer)
        self.customer, self.return_url = customer, return_url
        self.url = f"{base}/portal/{self.id}"


def update_subscription(id, data):
    """Adds to localstripe's update: prices, a new billing anchor with its invoice, and the event."""
    subscription = Subscription._api_retrieve(id)
    anchor, behaviour = data.pop("billing_cycle_anchor", None), data.pop("proration_behavior", None)
    data.pop("payment_behavior", None)
    items = data.pop("items", None)
    if items:
        assert items[0]["id"] == subscription.items._list[0].id, "the item that is changed is named"
        old = subscription.plan
        item = subscription.items._list[0]
        new = Plan._api_retrieve(items[0]["price"])
        item.plan = new
        if anchor:
            assert anchor == {"type": "now"} and behaviour == "always_invoice", (anchor, behaviour)
            resources.InvoiceItem(
                amount=-old.amount, currency="usd", proration=True, description="Unused time", subscription=id,
                plan=old.id, customer=subscription.customer,
            )
            subscription._create_invoice()
        else:
            assert behaviour == "none", behaviour
    if data:
        subscription._update(**data)
    schedule_webhook(Event("customer.subscription.updated", subscription))
    return subscription


def refund(invoice_id, amount):
    invoice = Invoice._api_retrieve(invoice_id)
    charge = invoice.charge
    Refund(charge=charge.id, amount=amount)
    event = Event("charge.refunded", charge)
    event.data["object"].update(
        invoice=invoice.id, payment_intent=invoice.payment_intent, amount_refunded=charge.amount_refunded)
    schedule_webhook(event)
    return charge


def page(title, body):
    text = f"<!doctype html><html lang=en><title>{title}</title><h1>{title}</h1>{body}"
    return web.Response(text=text, content_type="text/html")


@web.middleware
async def extension(request, handler):
    path, method = request.path.strip("/").split("/"), request.method
    base = f"http://{request.host}"
    match [method, *path]:
        case ["POST", "v1", "checkout", "sessions"]:
            data = await server.get_post_data(request)
            return server.json_response(CheckoutSession(base, **data)._export())
        case ["GET", "v1", "checkout", "sessions"]:
            assert request.query["status"] == "open"
            known_customer(request.query["customer"])
            data = [session._export() for session in open_sessions(request.query["customer"])]
            return server.json_response({"object": "list", "data": data})
        case ["POST", "v1", "checkout", "sessions", id, "expire"]:
            session = CheckoutSession._api_retrieve(id)
            if session.status != "open":
                raise UserError(400, "Only open sessions can be expired")
            session.status = "expired"
            return server.json_response(session._export())
        case ["GET", "v1", "customers", id] if id in deleted_customers:
            return server.json_response({"id": id, "object": "customer", "deleted": True})
        case ["DELETE", "v1", "customers", id]:
            return server.json_response(delete_customer(id)._export())
        case ["POST", "v1", "billing_portal", "sessions"]:
            data = await server.get_post_data(request)
            return server.json_response(PortalSession(base, **data)._export())
        case ["POST", "v1", "subscriptions", id]:
            data = await server.get_post_data(request)
            return server.json_response(update_subscription(id, data)._export())
        case ["GET", "checkout", id]:
            session = CheckoutSession._api_retrieve(id)
            back = html.escape(session.cancel_url)
            return page("Pay", f'<form method=post action="/checkout/{id}/pay"><button>Pay</button></form>'
                               f'<a href="{back}">Back</a>')
        case ["POST", "checkout", id, "pay"]:
            session = CheckoutSession._api_retrieve(id)
            session._pay()
            raise web.HTTPSeeOther(session.success_url)
        case ["GET", "portal", id]:
            back = html.escape(PortalSession._api_retrieve(id).return_url)
            return page("Invoices", f'<a href="{back}">Return</a>')
        case ["GET", "favicon.ico"]:
            # A full browser requests a favicon for every page, which localstripe answers with 401.
            return web.Response(status=204)
        case ["GET", "_test", "events"]:
            events = [thing._export() for thing in resources.store.values() if isinstance(thing, Event)]
            return server.json_response(events)
        case ["POST", "_test", "renew", id]:
            subscription = Subscription._api_retrieve(id)
            subscription._create_invoice()
            schedule_webhook(Event("customer.subscription.updated", subscription))
            return server.json_response(Invoice._api_retrieve(subscription.latest_invoice)._export())
        case ["POST", "_test", "past_due", id]:
            subscription = Subscription._api_retrieve(id)
            subscription.status = "past_due"
            schedule_webhook(Event("customer.subscription.updated", subscription))
            return server.json_response(subscription._export())
        case ["POST", "_test", "refund", id]:
            data = await server.get_post_data(request) or {}
            amount = data.get("amount")
            return server.json_response(refund(id, amount)._export())
    return await handler(request)


def main():
    async def prices(app):
        for id, amount, interval in PRICES:
            Plan(id=id, amount=amount, currency="usd", interval=interval, product={"name": id})

    server.app.middlewares.insert(1, extension)
    server.app.on_startup.append(prices)
    web.run_app(server.app, host="127.0.0.1", port=int(sys.argv[1]), print=None, access_log=None)


if __name__ == "__main__":
    main()
