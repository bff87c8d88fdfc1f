ALTER TABLE "payment_events" ADD COLUMN "transaction_id" uuid;--> statement-breakpoint
ALTER TABLE "payment_events" ADD COLUMN "settled_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "payment_events" ADD CONSTRAINT "payment_events_transaction_id_transactions_id_fk" FOREIGN KEY ("transaction_id") REFERENCES "public"."transactions"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "payment_events_of_transaction" ON "payment_events" USING btree ("transaction_id");--> statement-breakpoint
CREATE INDEX "payment_events_of_nobody" ON "payment_events" USING btree ("received_at") WHERE "payment_events"."transaction_id" is null;--> statement-breakpoint
-- What was worked off before belongs to the payment that it was about.
UPDATE "payment_events" e SET "transaction_id" = p."transaction_id"
FROM "payments" p
WHERE p."provider" = e."provider" AND e."due_at" IS NULL AND e."outcome" IS NOT NULL AND e."outcome" NOT IN ('failed', 'no such payment')
	AND (p."transaction_id"::text = e."event" ->> 'transactionId'
		OR (e."event" ->> 'transactionId' IS NULL AND p."reference" = e."event" ->> 'reference'));
--> statement-breakpoint
-- Of what was held once and is not any more an operator has decided on all that was reported.
UPDATE "payment_events" e SET "settled_at" = now()
FROM "payments" p
WHERE p."transaction_id" = e."transaction_id" AND p."state" IN ('succeeded', 'failed')
	AND EXISTS (SELECT FROM "payment_events" h WHERE h."transaction_id" = p."transaction_id" AND h."outcome" = 'hold');
