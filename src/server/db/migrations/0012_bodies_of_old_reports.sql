CREATE INDEX "payment_events_with_body" ON "payment_events" USING btree ("received_at") WHERE "payment_events"."body" <> '';--> statement-breakpoint
-- What a provider sent may name persons. It is evidence for as long as money can be asked back, and nothing after that: the digest of what it said stays, and what was read from it.
DROP TRIGGER "payment_events_append_only" ON "payment_events";--> statement-breakpoint
CREATE TRIGGER "payment_events_append_only" BEFORE UPDATE OF "id", "provider", "event_key", "event", "received_at" OR DELETE OR TRUNCATE ON "payment_events" FOR EACH STATEMENT EXECUTE FUNCTION "refuse_payment_change"();--> statement-breakpoint
CREATE TRIGGER "payment_events_body" BEFORE UPDATE OF "body" ON "payment_events" FOR EACH ROW
	WHEN (NOT (NEW."body" = '' AND OLD."due_at" IS NULL AND OLD."received_at" < now() - interval '13 months'))
	EXECUTE FUNCTION "refuse_payment_change"();
