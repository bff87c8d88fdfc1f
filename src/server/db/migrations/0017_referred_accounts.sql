CREATE TABLE "referred_accounts" (
	"account_id" bigint PRIMARY KEY NOT NULL,
	"affiliate_id" bigint NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"first_deposit_at" timestamp with time zone,
	"registered_on" date GENERATED ALWAYS AS ((created_at at time zone 'UTC')::date) STORED,
	"first_deposit_on" date GENERATED ALWAYS AS ((first_deposit_at at time zone 'UTC')::date) STORED,
	"country_id" integer,
	"referral_fault" text,
	"search_text" text NOT NULL
);
--> statement-breakpoint
-- Before the copy: it waits for who writes accounts and keeps others from it, so that nobody comes in unseen.
DROP INDEX "accounts_of_affiliate";--> statement-breakpoint
DROP INDEX "accounts_first_deposits_of_affiliate";--> statement-breakpoint
INSERT INTO "referred_accounts" ("account_id", "affiliate_id", "created_at", "first_deposit_at", "country_id", "referral_fault", "search_text")
SELECT "id", "referred_by_affiliate_id", "created_at", "first_deposit_at", "country_id", "referral_fault", "search_text"
FROM "accounts" WHERE "referred_by_affiliate_id" IS NOT NULL AND "entered_at" IS NOT NULL;
--> statement-breakpoint
ALTER TABLE "referred_accounts" ADD CONSTRAINT "referred_accounts_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "referred_accounts" ADD CONSTRAINT "referred_accounts_affiliate_id_affiliates_id_fk" FOREIGN KEY ("affiliate_id") REFERENCES "public"."affiliates"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "referred_accounts_by_registration" ON "referred_accounts" USING btree ("affiliate_id","created_at","account_id","first_deposit_at","registered_on","country_id","referral_fault","search_text");--> statement-breakpoint
CREATE INDEX "referred_accounts_by_first_deposit" ON "referred_accounts" USING btree ("affiliate_id","first_deposit_at","account_id","created_at","first_deposit_on","registered_on","country_id","referral_fault","search_text") WHERE "referred_accounts"."first_deposit_at" is not null;--> statement-breakpoint
CREATE INDEX "accounts_referred_by_affiliate" ON "accounts" USING btree ("referred_by_affiliate_id") WHERE "accounts"."referred_by_affiliate_id" is not null;--> statement-breakpoint
ALTER TABLE "accounts" DROP COLUMN "search_text";--> statement-breakpoint
-- What drizzle-kit cannot express: an index alone answers for the pages that were vacuumed since something on them changed, which is seldom and then soon.
ALTER TABLE "referred_accounts" SET (autovacuum_vacuum_scale_factor = 0.002, autovacuum_vacuum_insert_scale_factor = 0.002);--> statement-breakpoint
-- No list is answered by an index of the accounts any more: they are vacuumed as any table is.
ALTER TABLE "accounts" RESET (autovacuum_vacuum_scale_factor);--> statement-breakpoint
-- And the copy of what an affiliate sees, kept with the account: neither who referred it nor that its owner came in is ever taken back.
CREATE FUNCTION "keep_referred_account"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	INSERT INTO "referred_accounts" ("account_id", "affiliate_id", "created_at", "first_deposit_at", "country_id", "referral_fault", "search_text")
	VALUES (NEW."id", NEW."referred_by_affiliate_id", NEW."created_at", NEW."first_deposit_at", NEW."country_id", NEW."referral_fault",
		left(lower(NEW."uniqid" || E'\n' || NEW."email" || E'\n' || NEW."first_name" || ' ' || NEW."last_name"), 600))
	ON CONFLICT ("account_id") DO UPDATE SET "affiliate_id" = EXCLUDED."affiliate_id", "created_at" = EXCLUDED."created_at",
		"first_deposit_at" = EXCLUDED."first_deposit_at", "country_id" = EXCLUDED."country_id",
		"referral_fault" = EXCLUDED."referral_fault", "search_text" = EXCLUDED."search_text"
	WHERE ("referred_accounts"."affiliate_id", "referred_accounts"."created_at", "referred_accounts"."first_deposit_at", "referred_accounts"."country_id",
		"referred_accounts"."referral_fault", "referred_accounts"."search_text") IS DISTINCT FROM (EXCLUDED."affiliate_id", EXCLUDED."created_at",
		EXCLUDED."first_deposit_at", EXCLUDED."country_id", EXCLUDED."referral_fault", EXCLUDED."search_text");
	RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER "accounts_keep_referred" AFTER INSERT OR UPDATE OF "referred_by_affiliate_id", "entered_at", "created_at", "first_deposit_at", "country_id", "referral_fault",
	"uniqid", "email", "first_name", "last_name" ON "accounts" FOR EACH ROW
WHEN (NEW."referred_by_affiliate_id" IS NOT NULL AND NEW."entered_at" IS NOT NULL) EXECUTE FUNCTION "keep_referred_account"();
