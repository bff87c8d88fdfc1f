CREATE TABLE "accounts" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "accounts_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"token" uuid NOT NULL,
	"uniqid" text NOT NULL,
	"email" text NOT NULL,
	"password_hash" text NOT NULL,
	"first_name" text NOT NULL,
	"last_name" text NOT NULL,
	"phone" text,
	"birth_date" date,
	"country_id" integer,
	"state" text,
	"city" text,
	"street" text,
	"zip_code" text,
	"pin" text,
	"level" text,
	"verified" boolean DEFAULT false NOT NULL,
	"auto_trading" boolean DEFAULT false NOT NULL,
	"custom_leverage" jsonb,
	"category_ids" integer[] NOT NULL,
	"documents" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"referred_by_account_id" bigint,
	"referred_by_affiliate_id" bigint,
	"source_page" text,
	"balance_minor" bigint DEFAULT 0 NOT NULL,
	"invested_minor" bigint DEFAULT 0 NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	CONSTRAINT "accounts_token_unique" UNIQUE("token"),
	CONSTRAINT "accounts_uniqid_unique" UNIQUE("uniqid"),
	CONSTRAINT "accounts_email_unique" UNIQUE("email"),
	CONSTRAINT "accounts_invested_not_negative" CHECK ("accounts"."invested_minor" >= 0),
	CONSTRAINT "accounts_one_referrer" CHECK (num_nonnulls("accounts"."referred_by_account_id", "accounts"."referred_by_affiliate_id") <= 1)
);
--> statement-breakpoint
CREATE TABLE "affiliates" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "affiliates_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"token" uuid NOT NULL,
	"name" text NOT NULL,
	"email" text NOT NULL,
	"password_hash" text NOT NULL,
	"uniqid" text NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	CONSTRAINT "affiliates_token_unique" UNIQUE("token"),
	CONSTRAINT "affiliates_email_unique" UNIQUE("email"),
	CONSTRAINT "affiliates_uniqid_unique" UNIQUE("uniqid")
);
--> statement-breakpoint
CREATE TABLE "asset_categories" (
	"id" integer PRIMARY KEY NOT NULL,
	"name" text NOT NULL,
	"leverages" integer[] NOT NULL,
	CONSTRAINT "asset_categories_name_unique" UNIQUE("name")
);
--> statement-breakpoint
CREATE TABLE "assets" (
	"symbol" text PRIMARY KEY NOT NULL,
	"name" text NOT NULL,
	"code" text NOT NULL,
	"category_id" integer NOT NULL,
	"list_order" integer NOT NULL,
	"reference_rate" double precision NOT NULL,
	"daily_volatility" double precision NOT NULL,
	"quoted_spread" double precision NOT NULL,
	"digits" integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE "candles" (
	"feed" text NOT NULL,
	"symbol" text NOT NULL,
	"resolution_seconds" integer NOT NULL,
	"time" bigint NOT NULL,
	"open" double precision NOT NULL,
	"high" double precision NOT NULL,
	"low" double precision NOT NULL,
	"close" double precision NOT NULL,
	CONSTRAINT "candles_feed_symbol_resolution_seconds_time_pk" PRIMARY KEY("feed","symbol","resolution_seconds","time")
);
--> statement-breakpoint
CREATE TABLE "ledger_entries" (
	"id" uuid PRIMARY KEY NOT NULL,
	"business_key" text NOT NULL,
	"recorded_at" timestamp with time zone NOT NULL,
	CONSTRAINT "ledger_entries_business_key_unique" UNIQUE("business_key")
);
--> statement-breakpoint
CREATE TABLE "ledger_postings" (
	"entry_id" uuid NOT NULL,
	"line" smallint NOT NULL,
	"book" text NOT NULL,
	"account_id" bigint,
	"amount_minor" bigint NOT NULL,
	"balance_after_minor" bigint,
	CONSTRAINT "ledger_postings_entry_id_line_pk" PRIMARY KEY("entry_id","line"),
	CONSTRAINT "ledger_postings_customer" CHECK (("ledger_postings"."book" = 'customer') = ("ledger_postings"."account_id" is not null and "ledger_postings"."balance_after_minor" is not null))
);
--> statement-breakpoint
CREATE TABLE "positions" (
	"id" uuid PRIMARY KEY NOT NULL,
	"account_id" bigint NOT NULL,
	"symbol" text NOT NULL,
	"direction" text NOT NULL,
	"amount_minor" bigint NOT NULL,
	"leverage" integer NOT NULL,
	"open_rate" double precision NOT NULL,
	"opened_at" timestamp with time zone NOT NULL,
	"take_profit" double precision,
	"stop_loss" double precision,
	"protected" boolean DEFAULT false NOT NULL,
	"request_id" uuid,
	"closed_rate" double precision,
	"closed_at" timestamp with time zone,
	"closing_reason" smallint,
	"profit_minor" bigint,
	CONSTRAINT "positions_request" UNIQUE("account_id","request_id"),
	CONSTRAINT "positions_amount" CHECK ("positions"."amount_minor" > 0 and "positions"."leverage" > 0 and "positions"."open_rate" > 0),
	CONSTRAINT "positions_loss" CHECK ("positions"."profit_minor" >= -"positions"."amount_minor"),
	CONSTRAINT "positions_closed_whole" CHECK (num_nonnulls("positions"."closed_rate", "positions"."closed_at", "positions"."closing_reason", "positions"."profit_minor") in (0, 4))
);
--> statement-breakpoint
CREATE TABLE "sessions" (
	"token_hash" "bytea" PRIMARY KEY NOT NULL,
	"account_id" bigint,
	"affiliate_id" bigint,
	"created_at" timestamp with time zone NOT NULL,
	"last_seen_at" timestamp with time zone NOT NULL,
	CONSTRAINT "sessions_one_owner" CHECK (num_nonnulls("sessions"."account_id", "sessions"."affiliate_id") = 1)
);
--> statement-breakpoint
CREATE TABLE "transactions" (
	"id" uuid PRIMARY KEY NOT NULL,
	"account_id" bigint NOT NULL,
	"type_id" smallint NOT NULL,
	"status" text NOT NULL,
	"amount_minor" bigint NOT NULL,
	"comments" text,
	"created_at" timestamp with time zone NOT NULL,
	"updated_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "accounts" ADD CONSTRAINT "accounts_referred_by_affiliate_id_affiliates_id_fk" FOREIGN KEY ("referred_by_affiliate_id") REFERENCES "public"."affiliates"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "assets" ADD CONSTRAINT "assets_category_id_asset_categories_id_fk" FOREIGN KEY ("category_id") REFERENCES "public"."asset_categories"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "ledger_postings" ADD CONSTRAINT "ledger_postings_entry_id_ledger_entries_id_fk" FOREIGN KEY ("entry_id") REFERENCES "public"."ledger_entries"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "ledger_postings" ADD CONSTRAINT "ledger_postings_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "positions" ADD CONSTRAINT "positions_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "positions" ADD CONSTRAINT "positions_symbol_assets_symbol_fk" FOREIGN KEY ("symbol") REFERENCES "public"."assets"("symbol") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sessions" ADD CONSTRAINT "sessions_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sessions" ADD CONSTRAINT "sessions_affiliate_id_affiliates_id_fk" FOREIGN KEY ("affiliate_id") REFERENCES "public"."affiliates"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "transactions" ADD CONSTRAINT "transactions_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "accounts_referred_by_affiliate" ON "accounts" USING btree ("referred_by_affiliate_id");--> statement-breakpoint
CREATE INDEX "accounts_referred_by_account" ON "accounts" USING btree ("referred_by_account_id");--> statement-breakpoint
CREATE INDEX "ledger_postings_account" ON "ledger_postings" USING btree ("account_id");--> statement-breakpoint
CREATE INDEX "positions_open" ON "positions" USING btree ("account_id","opened_at") WHERE "positions"."closed_at" is null;--> statement-breakpoint
CREATE INDEX "positions_history" ON "positions" USING btree ("account_id","closed_at" DESC NULLS LAST) WHERE "positions"."closed_at" is not null;--> statement-breakpoint
CREATE INDEX "sessions_account" ON "sessions" USING btree ("account_id");--> statement-breakpoint
CREATE INDEX "sessions_last_seen" ON "sessions" USING btree ("last_seen_at");--> statement-breakpoint
CREATE INDEX "transactions_account" ON "transactions" USING btree ("account_id","created_at");