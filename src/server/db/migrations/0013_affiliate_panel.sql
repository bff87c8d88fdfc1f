CREATE TABLE "affiliate_postbacks" (
	"affiliate_id" bigint PRIMARY KEY NOT NULL,
	"url" text,
	"events" text[] DEFAULT '{}' NOT NULL,
	"secret" "bytea" NOT NULL,
	"secret_made_at" timestamp with time zone NOT NULL,
	"updated_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "postback_deliveries" (
	"id" uuid PRIMARY KEY NOT NULL,
	"affiliate_id" bigint NOT NULL,
	"account_id" bigint,
	"event" text NOT NULL,
	"body" text NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"due_at" timestamp with time zone,
	"tries" integer DEFAULT 0 NOT NULL,
	"last_status" integer,
	"last_fault" text,
	"answered_at" timestamp with time zone,
	"delivered_at" timestamp with time zone,
	CONSTRAINT "postback_deliveries_test" CHECK (("postback_deliveries"."event" = 'test') = ("postback_deliveries"."account_id" is null))
);
--> statement-breakpoint
DROP INDEX "accounts_referred_by_affiliate";--> statement-breakpoint
ALTER TABLE "accounts" ADD COLUMN "referral_fault" text;--> statement-breakpoint
ALTER TABLE "accounts" ADD COLUMN "source_tag" text;--> statement-breakpoint
ALTER TABLE "accounts" ADD COLUMN "first_deposit_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "accounts" ADD COLUMN "first_deposit_minor" bigint;--> statement-breakpoint
ALTER TABLE "accounts" ADD COLUMN "search_text" text GENERATED ALWAYS AS (left(lower(uniqid || E'\n' || email || E'\n' || first_name || ' ' || last_name), 600)) STORED;--> statement-breakpoint
ALTER TABLE "accounts" ADD COLUMN "entered_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "affiliates" ADD COLUMN "phone" text;--> statement-breakpoint
ALTER TABLE "affiliate_postbacks" ADD CONSTRAINT "affiliate_postbacks_affiliate_id_affiliates_id_fk" FOREIGN KEY ("affiliate_id") REFERENCES "public"."affiliates"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "postback_deliveries" ADD CONSTRAINT "postback_deliveries_affiliate_id_affiliates_id_fk" FOREIGN KEY ("affiliate_id") REFERENCES "public"."affiliates"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "postback_deliveries" ADD CONSTRAINT "postback_deliveries_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "postback_deliveries_once" ON "postback_deliveries" USING btree ("affiliate_id","account_id","event");--> statement-breakpoint
CREATE INDEX "postback_deliveries_of_affiliate" ON "postback_deliveries" USING btree ("affiliate_id","created_at","id");--> statement-breakpoint
CREATE INDEX "postback_deliveries_due" ON "postback_deliveries" USING btree ("due_at") WHERE "postback_deliveries"."due_at" is not null;--> statement-breakpoint
CREATE INDEX "sessions_affiliate" ON "sessions" USING btree ("affiliate_id") WHERE "sessions"."affiliate_id" is not null;--> statement-breakpoint
CREATE INDEX "accounts_of_affiliate" ON "accounts" USING btree ("referred_by_affiliate_id","created_at","id","first_deposit_at","country_id","referral_fault","search_text") WHERE "accounts"."referred_by_affiliate_id" is not null and "accounts"."entered_at" is not null;--> statement-breakpoint
CREATE INDEX "accounts_first_deposits_of_affiliate" ON "accounts" USING btree ("referred_by_affiliate_id","first_deposit_at","id","created_at","country_id","referral_fault","search_text") WHERE "accounts"."referred_by_affiliate_id" is not null and "accounts"."entered_at" is not null and "accounts"."first_deposit_at" is not null;--> statement-breakpoint
CREATE INDEX "accounts_phone" ON "accounts" USING btree ("phone");--> statement-breakpoint
CREATE INDEX "accounts_mailbox" ON "accounts" USING btree (regexp_replace(email, '\+[^@]*@', '@'));--> statement-breakpoint
ALTER TABLE "accounts" ADD CONSTRAINT "accounts_referral_fault" CHECK ("accounts"."referral_fault" in ('self', 'duplicate'));--> statement-breakpoint
ALTER TABLE "accounts" ADD CONSTRAINT "accounts_source_tag" CHECK ("accounts"."source_tag" ~ '^[A-Za-z0-9._-]{1,50}$');--> statement-breakpoint
ALTER TABLE "accounts" ADD CONSTRAINT "accounts_first_deposit" CHECK (num_nonnulls("accounts"."first_deposit_at", "accounts"."first_deposit_minor") <> 1 and "accounts"."first_deposit_minor" > 0);--> statement-breakpoint
-- Who was entered otherwise than by a registration was never a secret; the others came in when they first logged in.
UPDATE "accounts" a SET "entered_at" = CASE WHEN a."agreed_at" IS NULL THEN a."created_at" ELSE
	(SELECT min(e."at") FROM "audit_entries" e WHERE e."account_id" = a."id" AND e."event" = 'logged_in') END;
--> statement-breakpoint
-- The first deposit of whoever has one: the oldest that was credited.
UPDATE "accounts" a SET "first_deposit_at" = d."at", "first_deposit_minor" = d."amount_minor"
FROM (
	SELECT DISTINCT ON (t."account_id") t."account_id", coalesce(s."at", t."updated_at") AS "at", t."amount_minor"
	FROM "transactions" t LEFT JOIN "transaction_steps" s ON s."transaction_id" = t."id" AND s."step" = 'approved'
	WHERE t."type_id" IN (1, 2, 3, 9, 11) AND t."status" = 'approved' AND t."amount_minor" > 0
	ORDER BY t."account_id", coalesce(s."at", t."updated_at"), t."id"
) d WHERE a."id" = d."account_id";
--> statement-breakpoint
-- Lists of affiliates are read from indexes alone, as far as a vacuum has seen that nothing changed in the rows since: trades change some all the time.
ALTER TABLE "accounts" SET (autovacuum_vacuum_scale_factor = 0.02);
