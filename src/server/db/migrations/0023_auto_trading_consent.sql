CREATE TABLE "auto_days" (
	"account_id" bigint PRIMARY KEY NOT NULL,
	"begun_at" timestamp with time zone NOT NULL,
	"equity_minor" bigint NOT NULL,
	"open_profit_minor" bigint NOT NULL,
	"stopped_at" timestamp with time zone
);
--> statement-breakpoint
ALTER TABLE "accounts" ADD COLUMN "auto_consented_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "accounts" ADD COLUMN "auto_consented_to" text;--> statement-breakpoint
ALTER TABLE "auto_days" ADD CONSTRAINT "auto_days_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "accounts" ADD CONSTRAINT "accounts_auto_consent" CHECK (num_nonnulls("accounts"."auto_consented_at", "accounts"."auto_consented_to") in (0, 2));