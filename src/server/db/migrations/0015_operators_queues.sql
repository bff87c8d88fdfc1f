CREATE INDEX "accounts_reserved" ON "accounts" USING btree ("id") WHERE "accounts"."reserved_minor" > 0;--> statement-breakpoint
CREATE INDEX "transactions_pending" ON "transactions" USING btree ("created_at") WHERE "transactions"."status" = 'pending';--> statement-breakpoint
CREATE INDEX "payments_held" ON "payments" USING btree ("updated_at") WHERE "payments"."state" = 'differs';