CREATE TABLE "payment_events" (
	"id" uuid PRIMARY KEY NOT NULL,
	"provider" text NOT NULL,
	"event_key" text NOT NULL,
	"body" "bytea" NOT NULL,
	"event" jsonb NOT NULL,
	"received_at" timestamp with time zone NOT NULL,
	"attempts" integer DEFAULT 0 NOT NULL,
	"due_at" timestamp with time zone,
	"outcome" text
);
--> statement-breakpoint
CREATE TABLE "payments" (
	"transaction_id" uuid PRIMARY KEY NOT NULL,
	"account_id" bigint NOT NULL,
	"provider" text NOT NULL,
	"state" text NOT NULL,
	"amount_minor" bigint NOT NULL,
	"currency" text NOT NULL,
	"reference" text,
	"redirect_url" text,
	"ask_at" timestamp with time zone,
	"asks" integer DEFAULT 0 NOT NULL,
	"note" text,
	"updated_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "sandbox_payments" (
	"reference" text PRIMARY KEY NOT NULL,
	"transaction_id" uuid NOT NULL,
	"amount_minor" bigint NOT NULL,
	"currency" text NOT NULL,
	"return_url" text NOT NULL,
	"language" text NOT NULL,
	"state" text NOT NULL,
	"due_at" timestamp with time zone,
	CONSTRAINT "sandbox_payments_transaction_id_unique" UNIQUE("transaction_id")
);
--> statement-breakpoint
CREATE TABLE "transaction_steps" (
	"transaction_id" uuid NOT NULL,
	"step" text NOT NULL,
	"at" timestamp with time zone NOT NULL,
	"by_operator" text,
	"reason" text,
	CONSTRAINT "transaction_steps_transaction_id_step_pk" PRIMARY KEY("transaction_id","step")
);
--> statement-breakpoint
ALTER TABLE "ledger_postings" DROP CONSTRAINT "ledger_postings_customer";--> statement-breakpoint
ALTER TABLE "accounts" ADD COLUMN "bonus_minor" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "accounts" ADD COLUMN "credit_minor" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "accounts" ADD COLUMN "reserved_minor" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "ledger_postings" ADD COLUMN "balance_before_minor" bigint GENERATED ALWAYS AS (balance_after_minor - amount_minor) STORED;--> statement-breakpoint
ALTER TABLE "ledger_postings" ADD COLUMN "party" text;--> statement-breakpoint
ALTER TABLE "transactions" ADD COLUMN "request_id" uuid;--> statement-breakpoint
ALTER TABLE "payments" ADD CONSTRAINT "payments_transaction_id_transactions_id_fk" FOREIGN KEY ("transaction_id") REFERENCES "public"."transactions"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "transaction_steps" ADD CONSTRAINT "transaction_steps_transaction_id_transactions_id_fk" FOREIGN KEY ("transaction_id") REFERENCES "public"."transactions"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "payment_events_once" ON "payment_events" USING btree ("provider","event_key");--> statement-breakpoint
CREATE INDEX "payment_events_due" ON "payment_events" USING btree ("due_at") WHERE "payment_events"."due_at" is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "payments_reference" ON "payments" USING btree ("provider","reference");--> statement-breakpoint
CREATE INDEX "payments_to_ask" ON "payments" USING btree ("ask_at") WHERE "payments"."ask_at" is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "transactions_request" ON "transactions" USING btree ("account_id","request_id");--> statement-breakpoint
ALTER TABLE "accounts" ADD CONSTRAINT "accounts_parts_not_negative" CHECK ("accounts"."bonus_minor" >= 0 and "accounts"."credit_minor" >= 0 and "accounts"."reserved_minor" >= 0);--> statement-breakpoint
ALTER TABLE "ledger_postings" ADD CONSTRAINT "ledger_postings_party" CHECK ("ledger_postings"."party" is null or "ledger_postings"."book" = 'provider');--> statement-breakpoint
ALTER TABLE "ledger_postings" ADD CONSTRAINT "ledger_postings_customer" CHECK (("ledger_postings"."book" like 'customer%') = ("ledger_postings"."account_id" is not null and "ledger_postings"."balance_after_minor" is not null));